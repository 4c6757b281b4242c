import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The location state for a new target: its credentials are tested at once. */
export const CHECK_NOW = 'check-now';

/** Runs a check once after the target was connected, not again after a reload. */
export function useCheckNow(check: () => void): void {
  const isNew = useLocation().state === CHECK_NOW;
  const navigate = useNavigate();
  useEffect(() => {
    if (!isNew) return;
    void navigate('.', { replace: true, state: null });
    check();
    // Only the location state triggers the check.
  }, [isNew]);
}

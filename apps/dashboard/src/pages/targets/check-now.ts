import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** State of the way to a target that has just been connected: its credentials are tested at once. */
export const CHECK_NOW = 'check-now';

/** Runs a check once for who comes from connecting the target, not again after a reload. */
export function useCheckNow(check: () => void): void {
  const isNew = useLocation().state === CHECK_NOW;
  const navigate = useNavigate();
  useEffect(() => {
    if (!isNew) return;
    void navigate('.', { replace: true, state: null });
    check();
    // The state alone says that it is wanted.
  }, [isNew]);
}

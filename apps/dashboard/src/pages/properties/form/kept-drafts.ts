import { useEffect, useState } from 'react';
import { useSignedIn } from '../../../app/session-gate.tsx';
import type { PropertyDraft } from './property-draft.ts';

/** Unsaved entries by account and form, so that they outlive the end of a session and a look at another page. */
const KEPT = new Map<string, PropertyDraft>();

/** The entries of one form, kept until they are saved or discarded. */
export function useKeptDraft(form: string, first: () => PropertyDraft) {
  const { account } = useSignedIn();
  const key = `${account.id} ${form}`;
  const [isRestored, setRestored] = useState(() => KEPT.has(key));
  const [draft, setDraft] = useState(() => KEPT.get(key) ?? first());
  useLeavingWarning(key);
  return {
    draft,
    isRestored,
    change: (part: Partial<PropertyDraft>) => {
      setDraft((before) => {
        const next = { ...before, ...part };
        KEPT.set(key, next);
        return next;
      });
    },
    discard: () => {
      KEPT.delete(key);
      setRestored(false);
      setDraft(first());
    },
    /** What was saved is kept no longer. */
    forget: () => KEPT.delete(key),
  };
}

/** The browser asks before it closes a page with unsaved entries. */
function useLeavingWarning(key: string): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (KEPT.has(key)) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
    };
  }, [key]);
}

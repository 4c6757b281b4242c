import { useEffect, useState } from 'react';
import { useSignedIn } from '../../../app/session-gate.tsx';
import { DraftStore, changed } from './draft-store.ts';
import type { Change } from './draft-store.ts';
import type { PropertyDraft } from './property-draft.ts';

const KEPT = new DraftStore();

interface Form {
  /** The same for every version of a property. */
  name: string;
  /** Entries that were made to another state of a property are not for this one. */
  version?: string;
}

/** The entries of one form, kept until they are saved or discarded. */
export function useKeptDraft({ name, version = '' }: Form, first: () => PropertyDraft) {
  const { account } = useSignedIn();
  const key = `${account.id} ${name} ${version}`;
  /** Where the browser remembers which uploaded files have not been saved, also after the page was loaded again. */
  const unsavedFilesKey = `estate-unsaved-files ${account.id} ${name}`;
  const [isRestored, setRestored] = useState(() => KEPT.has(key));
  const [draft, setDraft] = useState(() => KEPT.get(key) ?? first());
  useLeavingWarning(key);
  const forget = () => {
    KEPT.forget(key);
    sessionStorage.removeItem(unsavedFilesKey);
  };
  return {
    draft,
    isRestored,
    unsavedFilesKey,
    change: (part: Change) => {
      KEPT.change(key, draft, part);
      setDraft((before) => changed(before, part));
    },
    /** Like `change`, for what becomes known later, maybe after the entries were saved or discarded. */
    amend: (part: Change) => {
      if (KEPT.amend(key, part)) setDraft((before) => changed(before, part));
    },
    discard: () => {
      forget();
      setRestored(false);
      setDraft(first());
    },
    /** What was saved is kept no longer. */
    forget,
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

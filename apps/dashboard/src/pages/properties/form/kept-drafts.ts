import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSignedIn } from '../../../api/signed-in.ts';
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

/** The entries of one form, kept until they are saved or discarded. Its functions stay the same while entries change, so only inputs whose own entry changed are rendered. */
export function useKeptDraft({ name, version = '' }: Form, first: () => PropertyDraft) {
  const { account } = useSignedIn();
  const key = `${account.id} ${name} ${version}`;
  /** The browser remembers here which uploaded files have not been saved, also after the page was loaded again. */
  const unsavedFilesKey = `estate-unsaved-files ${account.id} ${name}`;
  const [isRestored, setRestored] = useState(() => KEPT.has(key));
  const [draft, setDraft] = useState(() => KEPT.get(key) ?? first());
  const shown = useRef(draft);
  useEffect(() => {
    shown.current = draft;
  }, [draft]);
  useLeavingWarning(key);
  const change = useCallback(
    (part: Change) => {
      KEPT.change(key, shown.current, part);
      setDraft((before) => changed(before, part));
    },
    [key],
  );
  /** Like `change`, for what becomes known later, maybe after the entries were saved or discarded. */
  const amend = useCallback(
    (part: Change) => {
      if (KEPT.amend(key, part)) setDraft((before) => changed(before, part));
    },
    [key],
  );
  const { attachments } = draft;
  /** The files of the form need these; they stay the same while other entries change. */
  const files = useMemo(
    () => ({ attachments, change, amend, isRestored, unsavedFilesKey }),
    [attachments, change, amend, isRestored, unsavedFilesKey],
  );
  const forget = () => {
    KEPT.forget(key);
    sessionStorage.removeItem(unsavedFilesKey);
  };
  return {
    draft,
    isRestored,
    change,
    files,
    discard: () => {
      forget();
      setRestored(false);
      setDraft(first());
    },
    /** A saved draft is kept no longer. */
    forget,
  };
}

export type KeptDraft = ReturnType<typeof useKeptDraft>;

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

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSignedIn } from '../../../api/signed-in.ts';
import { DraftStore, changed } from './draft-store.ts';
import type { Change } from './draft-store.ts';
import type { PropertyDraft } from './property-draft.ts';

const KEPT = new DraftStore();

interface Form {
  /** The key of the form, the same for every version of a property. */
  name: string;
  /** The version of the property; a draft is kept for one version only. */
  version?: string;
}

/**
 * The draft of one form, kept until it is saved or discarded. Its functions are stable, so only inputs whose own value changed are
 * rendered.
 */
export function useKeptDraft({ name, version = '' }: Form, first: () => PropertyDraft) {
  const { account } = useSignedIn();
  const key = `${account.id} ${name} ${version}`;
  /** The storage key of uploaded files that have not been saved; it survives a reload of the page. */
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
  /** Like `change`, for late results, maybe after the draft was saved or discarded. */
  const amend = useCallback(
    (part: Change) => {
      if (KEPT.amend(key, part)) setDraft((before) => changed(before, part));
    },
    [key],
  );
  const { attachments } = draft;
  /** The part for the files of the form, stable while other values change. */
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
    /** Drops a saved draft. */
    forget,
  };
}

export type KeptDraft = ReturnType<typeof useKeptDraft>;

/** Asks before the browser closes a page with a draft. */
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

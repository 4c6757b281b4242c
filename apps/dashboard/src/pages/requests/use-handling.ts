import { useSyncExternalStore } from 'react';
import type { ContactRequest, HandlingInput } from '@estate/client';
import { etagOf } from '@estate/client';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ChangedSince, saveOver } from '../../api/save-over.ts';
import { useAct } from '../../api/use-act.ts';
import { useSignedIn } from '../../api/signed-in.ts';
import { useSpeech } from '../../text/language.tsx';
import { HandlingDrafts, draftOf } from './handling-drafts.ts';
import type { HandlingDraft } from './handling-drafts.ts';

const DRAFTS = new HandlingDrafts();

function useKept(requestId: string) {
  const { account, user } = useSignedIn();
  const key = `${account.id} ${user?.id ?? ''} ${requestId}`;
  return { key, kept: useSyncExternalStore(DRAFTS.subscribe, () => DRAFTS.get(key)) };
}

/** True if the user has unsaved changes of the handling of a request. */
export const useIsUnsaved = (requestId: string): boolean => useKept(requestId).kept !== undefined;

/** Drops the draft of a request that is erased. */
export function useForgetHandling(requestId: string): () => void {
  const { key } = useKept(requestId);
  return () => DRAFTS.forget(key);
}

const inputOf = ({ state, assignee, note }: HandlingDraft): HandlingInput => ({
  state,
  ...(assignee !== '' && { assignee }),
  ...(note.trim() !== '' && { note: note.trim() }),
});

const handlingOf = ({ handling }: ContactRequest): string => JSON.stringify(handling);

/** The handling of a request while it is edited; it is saved only over the state that the user saw. */
export function useHandling(request: ContactRequest, me: string | undefined) {
  const { t } = useSpeech();
  const client = useQueryClient();
  const { key, kept } = useKept(request.id);
  const draft = kept?.draft ?? draftOf(request);
  const queryKey = ['request', request.id];
  const save = useAct({
    run: (sent: HandlingDraft) =>
      saveOver({
        seen: kept?.draft ? kept.seen : request,
        read: () => api.requests.get(request.id),
        write: (over) => api.requests.handle(request.id, inputOf(sent), { ifMatch: etagOf(over) }),
        isSame: (one, other) => handlingOf(one) === handlingOf(other),
      }).then((saved) => ({ saved, sent })),
    touches: [['requests'], queryKey],
    done: t('common.saved'),
    then: ({ saved, sent }) => {
      client.setQueryData(queryKey, saved);
      DRAFTS.saved(key, sent, saved);
    },
    quiet: true,
  });
  const change = (values: Partial<HandlingDraft>) => DRAFTS.change(key, request, values);
  const readAgain = () => {
    save.reset();
    void client.invalidateQueries({ queryKey });
  };
  return {
    ...{ draft, save, change },
    isEdited: kept?.draft !== undefined,
    isConflict: save.error instanceof ChangedSince,
    /** The values that the user had entered before somebody else changed the request. */
    aside: kept?.aside,
    takeUp: () => DRAFTS.takeUp(key, request),
    forget: () => DRAFTS.forget(key),
    /** Prepares the handling after a reply to a new request: in progress, and assigned to the user. */
    begin: () => {
      if (draft.state !== 'new') return;
      change({ state: 'inProgress', ...(draft.assignee === '' && me !== undefined && { assignee: me }) });
    },
    discard: () => {
      DRAFTS.discard(key);
      readAgain();
    },
    showCurrent: () => {
      if (save.error instanceof ChangedSince) client.setQueryData(queryKey, save.error.present);
      DRAFTS.putAside(key);
      readAgain();
    },
  };
}

export type Handling = ReturnType<typeof useHandling>;

import { useState } from 'react';
import type { ContactRequest, HandlingInput, HandlingState } from '@estate/client';
import { ApiError, etagOf } from '@estate/client';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';

interface Draft {
  state: HandlingState;
  assignee: string;
  note: string;
}

const draftOf = ({ handling: { state, assignee = '', note = '' } }: ContactRequest): Draft => ({
  ...{ state, assignee, note },
});

const inputOf = ({ state, assignee, note }: Draft): HandlingInput => ({
  state,
  ...(assignee !== '' && { assignee }),
  ...(note.trim() !== '' && { note: note.trim() }),
});

/** The handling of a request while it is edited: what is edited stays, and is saved only over the state that the reader saw. */
export function useHandling(request: ContactRequest, me: string | undefined) {
  const { t } = useSpeech();
  const client = useQueryClient();
  const [edited, setEdited] = useState<{ draft: Draft; etag: string | undefined }>();
  const draft = edited?.draft ?? draftOf(request);
  const etag = edited?.etag ?? etagOf(request);
  const key = ['request', request.id];
  const save = useAct({
    run: () => api.requests.handle(request.id, inputOf(draft), { ifMatch: etag }),
    touches: [['requests'], key],
    done: t('common.saved'),
    then: (saved) => {
      client.setQueryData(key, saved);
      setEdited(undefined);
    },
    quiet: true,
  });
  const change = (values: Partial<Draft>) => setEdited({ draft: { ...draft, ...values }, etag });
  return {
    ...{ draft, save, change },
    isEdited: edited !== undefined,
    isConflict: save.error instanceof ApiError && save.error.status === 412,
    /** Prepares what follows from an answer to a new request: it is in progress, and the reader's. */
    begin: () => {
      if (draft.state !== 'new') return;
      change({ state: 'inProgress', ...(draft.assignee === '' && me !== undefined && { assignee: me }) });
    },
    discard: () => {
      setEdited(undefined);
      save.reset();
      void client.invalidateQueries({ queryKey: key });
    },
  };
}

export type Handling = ReturnType<typeof useHandling>;

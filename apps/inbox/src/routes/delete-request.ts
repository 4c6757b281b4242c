import { deleteRequest as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toRequest } from '../domain/mail.ts';

/** Takes a request out of its account; the worker erases it. */
export const deleteRequest = ({ requests, erasing, clock }: Pick<Deps, 'requests' | 'erasing' | 'clock'>) =>
  answer(operation, async ({ id }, asker) => {
    const { accountId } = asker;
    const taken = await changeIfMatch(asker, {
      shownBy: operation,
      read: async () => found(await requests.find(accountId, id), 'request', id),
      show: toRequest,
      write: async (seen) => {
        const count = await erasing.deps.erasedRequests.take([id], { accountId, dueAt: clock() });
        return count === 1 ? seen : null;
      },
    });
    erasing.wake();
    return toRequest(found(taken, 'request', id));
  });

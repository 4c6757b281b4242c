import { listRequests as operation } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toRequest } from '../domain/mail.ts';

/** One page of the account's contact requests. */
export const listRequests = ({ requests }: Deps) =>
  answer(operation, async (query, { accountId }) => {
    const { records, ...page } = await requests.list(accountId, query);
    return { ...page, data: records.map(readable(toRequest)) };
  });

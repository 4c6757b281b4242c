import { listReceivedMails as operation } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toSummary } from '../domain/account-part.ts';

/** One page of the emails that the account's targets received. */
export const listReceivedMails = ({ mails }: Pick<Deps, 'mails'>) =>
  answer(operation, async (query, { accountId }) => {
    const { records, ...page } = await mails.listOf(accountId, query);
    return { ...page, data: records.map(readable((record) => toSummary(record, accountId))) };
  });

import { listReceivedMails as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toSummary } from '../domain/account-part.ts';

/** One page of the emails that the account's targets received. */
export const listReceivedMails = ({ mails }: Pick<Deps, 'mails'>) =>
  answer(operation, async (query, { accountId }) => {
    const { records, ...page } = await mails.listOf(accountId, query);
    return { ...page, data: records.map((record) => toSummary(record, accountId)) };
  });

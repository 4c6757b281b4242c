import { listMails as operation } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toMail } from '../domain/mail.ts';

/** One page of the received emails of all accounts, for the operator. */
export const listMails = ({ mails }: Deps) =>
  answer(operation, async (query) => {
    const { hasMore, records } = await mails.list(query);
    return { hasMore, data: records.map(readable(toMail)) };
  });

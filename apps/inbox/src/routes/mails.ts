import * as contracts from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toMail } from '../domain/mail.ts';

/** One page of the received emails of all accounts, for the operator. */
const listMails = ({ mails }: Deps) =>
  answer(contracts.listMails, async (query) => {
    const { hasMore, records } = await mails.list(query);
    return { hasMore, data: records.map(readable(toMail)) };
  });

/** One received email of any account, for the operator. */
const getMail = ({ mails }: Pick<Deps, 'mails'>) =>
  answer(contracts.getMail, async ({ id }) => toMail(found(await mails.find(id), 'mail', id)));

/** Makes an email due again. */
const reparseMail = ({ mails, clock, wake }: Deps) =>
  answer(contracts.reparseMail, async ({ id }) => {
    const record = found(await mails.readAgain(id, clock()), 'mail', id);
    wake(id);
    return toMail(record);
  });

/** All emails, for the operator. */
export const mailRoutes = (deps: Deps) => [listMails(deps), getMail(deps), reparseMail(deps)];

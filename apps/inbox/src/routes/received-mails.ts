import * as contracts from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import { currentTrace } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { toSummary } from '../domain/account-part.ts';
import { presentReceivedMail } from '../received/present-received-mail.ts';

/** One page of the emails that the account's targets received. */
const listReceivedMails = ({ mails }: Pick<Deps, 'mails'>) =>
  answer(contracts.listReceivedMails, async (query, { accountId }) => {
    const { records, ...page } = await mails.listOf(accountId, query);
    return { ...page, data: records.map(readable((record) => toSummary(record, accountId))) };
  });

/** One email that the account's targets received. */
const getReceivedMail = (deps: Pick<Deps, 'mails' | 'requests'>) =>
  answer(contracts.getReceivedMail, async ({ id }, { accountId }) =>
    presentReceivedMail(deps, { accountId, id }, await deps.mails.findOf(accountId, id)),
  );

/** Makes an email of the account due again. */
const reparseReceivedMail = (deps: Pick<Deps, 'mails' | 'requests' | 'clock' | 'wake'>) =>
  answer(contracts.reparseReceivedMail, async ({ id }, { accountId }) => {
    const { mails, clock, wake } = deps;
    const mail = await mails.readAgainOf(accountId, id, clock());
    const presented = await presentReceivedMail(deps, { accountId, id }, mail);
    wake(id);
    return presented;
  });

/** Marks an email of the account as done. */
const finishReceivedMail = (deps: Pick<Deps, 'mails' | 'requests' | 'clock'>) =>
  answer(contracts.finishReceivedMail, async ({ id }, { accountId }) => {
    const by = currentTrace()?.actor;
    const done = { at: deps.clock(), ...(by && { by }) };
    return presentReceivedMail(deps, { accountId, id }, await deps.mails.finishOf(accountId, id, done));
  });

/** The emails that targets of an account received. */
export const receivedMailRoutes = (deps: Deps) => [
  listReceivedMails(deps),
  getReceivedMail(deps),
  reparseReceivedMail(deps),
  finishReceivedMail(deps),
];

import { finishReceivedMail as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { currentTrace } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { presentReceivedMail } from '../received/present-received-mail.ts';

/** Marks an email of the account as done. */
export const finishReceivedMail = (deps: Pick<Deps, 'mails' | 'requests' | 'clock'>) =>
  answer(operation, async ({ id }, { accountId }) => {
    const by = currentTrace()?.actor;
    const done = { at: deps.clock(), ...(by && { by }) };
    return presentReceivedMail(deps, { accountId, id }, await deps.mails.finishOf(accountId, id, done));
  });

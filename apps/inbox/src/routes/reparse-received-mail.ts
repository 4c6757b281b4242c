import { reparseReceivedMail as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { presentReceivedMail } from '../received/present-received-mail.ts';

/** Makes an email of the account due again. */
export const reparseReceivedMail = (deps: Pick<Deps, 'mails' | 'requests' | 'clock' | 'wake'>) =>
  answer(operation, async ({ id }, { accountId }) => {
    const { mails, clock, wake } = deps;
    const mail = await mails.readAgainOf(accountId, id, clock());
    const presented = await presentReceivedMail(deps, { accountId, id }, mail);
    wake(id);
    return presented;
  });

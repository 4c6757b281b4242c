import { getReceivedMail as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { presentReceivedMail } from '../received/present-received-mail.ts';

/** One email that the account's targets received. */
export const getReceivedMail = (deps: Pick<Deps, 'mails' | 'requests'>) =>
  answer(operation, async ({ id }, { accountId }) =>
    presentReceivedMail(deps, { accountId, id }, await deps.mails.findOf(accountId, id)),
  );

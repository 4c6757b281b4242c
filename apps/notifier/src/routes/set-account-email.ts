import { setAccountEmail } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** An email that is queued is sent to the address of that moment. */
export const setAccountEmailRoute = ({ accountEmails, clock }: Pick<Deps, 'accountEmails' | 'clock'>) =>
  answer(setAccountEmail, async ({ email }, { accountId }) => {
    if (email === undefined) {
      await accountEmails.remove(accountId);
      return {};
    }
    await accountEmails.set(accountId, email, clock());
    return { email };
  });

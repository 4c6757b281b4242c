import { getAccountEmail } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

export const getAccountEmailRoute = ({ accountEmails }: Pick<Deps, 'accountEmails'>) =>
  answer(getAccountEmail, async (_input, { accountId }) => {
    const email = await accountEmails.find(accountId);
    return email === undefined ? {} : { email };
  });

import { setConsumerCredentials } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Replaces what the account has; targets that were approved for another key must be approved again. */
export const setConsumerCredentialsRoute = ({ clock, consumers }: Deps) =>
  answer(setConsumerCredentials, async ({ type, key, secret }, { accountId }) => {
    await consumers.set({ accountId, type, key, secret, at: clock() });
    return { key };
  });

import { listUnknownAccounts } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Stores } from '../stores/open-stores.ts';

interface Known {
  accounts: Pick<Stores['accounts'], 'unknown'>;
  closings: Pick<Stores['closings'], 'finishedOf'>;
}

/** Lists the accounts that do not exist, and those of them that were closed. */
export const answerUnknownAccounts = ({ accounts, closings }: Known) =>
  answer(listUnknownAccounts, async ({ ids }) => {
    const unknown = await accounts.unknown(ids);
    const closed = (await closings.finishedOf(unknown)).map(({ requestedAt, ...closing }) => ({
      ...closing,
      requestedAt: requestedAt.toISOString(),
    }));
    return { unknown, closed };
  });

import { describe, expect, it } from 'vitest';
import { answerUnknownAccounts } from './list-unknown-accounts.ts';

const ASKER = { accountId: '', requestId: 'r', permissions: [] };

describe('what the gateway answers about accounts', () => {
  it('unknown accounts are named, with the closing of those that were closed, and only they are looked up', async () => {
    const lookedUp: string[][] = [];
    const requestedAt = new Date('2026-11-01T08:00:00.000Z');
    const { handle } = answerUnknownAccounts({
      accounts: { unknown: (ids) => Promise.resolve(ids.filter((id) => id !== 'here')) },
      closings: {
        finishedOf: (ids) => {
          lookedUp.push([...ids]);
          return Promise.resolve([{ accountId: 'closed', closingId: 'c', requestedAt }]);
        },
      },
    });
    expect(await handle({ ids: ['here', 'closed', 'lost'] }, ASKER)).toEqual({
      unknown: ['closed', 'lost'],
      closed: [{ accountId: 'closed', closingId: 'c', requestedAt: requestedAt.toISOString() }],
    });
    expect(lookedUp).toEqual([['closed', 'lost']]);
  });
});

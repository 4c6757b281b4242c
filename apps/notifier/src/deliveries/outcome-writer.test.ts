import { Unavailable } from '@estate/errors';
import { describe, expect, it } from 'vitest';
import { newDelivery } from '../domain/delivery.ts';
import type { Outcome } from '../stores/outcome-store.ts';
import { OutcomeWriter } from './outcome-writer.ts';

const NOW = new Date('2026-11-01T08:30:00.000Z');
const away = new Unavailable('away', { code: 'store-unavailable' });

/** The outcome of an attempt whose lease lasts so long. */
function outcomeOf(id: string, leaseMs: number): Outcome {
  const event = { id: 'event', eventName: 'publication.succeeded', accountId: 'account' };
  const delivery = newDelivery(event, { id: 'webhook', status: 'active' }, { id, now: NOW });
  const nextAttemptAt = new Date(NOW.getTime() + leaseMs);
  const claimed = { ...delivery, nextAttemptAt, attempts: [{ at: NOW }], lease: { id, fence: 1 } };
  return { claimed, attempt: { at: NOW, statusCode: 200 }, decision: { status: 'succeeded' } };
}

/** A store that is unavailable for so many writes, and what it was given each time. */
function storeAwayFor(times: number) {
  const given: string[][] = [];
  const record = async (outcomes: readonly Outcome[]) => {
    given.push(outcomes.map(({ claimed }) => claimed.id));
    if (given.length <= times) throw away;
  };
  return { record, given };
}

describe('outcomes that are written together while the store is unavailable', () => {
  it('outcomes written together while the database is unavailable are each retried until their own lease ends', async () => {
    const { record, given } = storeAwayFor(1);
    const writer = new OutcomeWriter({ record }, () => NOW);
    const written = await Promise.allSettled(
      [outcomeOf('a', 30_000), outcomeOf('b', 1), outcomeOf('c', 30_000)].map((one) => writer.write(one)),
    );
    expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(written[1]).toMatchObject({ reason: away });
    expect(given).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ]);
  });

  it('outcomes written together while the database is unavailable are not retried after all their leases have ended', async () => {
    const { record, given } = storeAwayFor(1);
    const writer = new OutcomeWriter({ record }, () => NOW);
    await expect(writer.write(outcomeOf('a', 1))).rejects.toBe(away);
    expect(given).toEqual([['a']]);
  });
});

describe('outcomes that the store refuses', () => {
  it('outcomes that the database refuses are not retried', async () => {
    const refusal = new Error('refused');
    const record = () => Promise.reject(refusal);
    const writer = new OutcomeWriter({ record }, () => NOW);
    await expect(writer.write(outcomeOf('a', 30_000))).rejects.toBe(refusal);
  });
});

import { Unavailable } from '@estate/errors';
import type { CountedAttempt } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { newDelivery } from '../domain/delivery.ts';
import type { Outcome, OutcomeStore } from '../stores/outcome-store.ts';
import { OutcomeWriter } from './outcome-writer.ts';

const NOW = new Date('2026-11-01T08:30:00.000Z');
const away = new Unavailable('away', { code: 'store-unavailable' });

/** The outcome of an attempt whose lease lasts so long. */
function outcomeOf(id: string, leaseMs: number): Outcome {
  const event = { id: 'event', eventName: 'publication.succeeded', eventTime: NOW, accountId: 'account' };
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

/** A counter that is unavailable for so many writes; `added` are the outcomes that it counted, `saved` how often it was written. */
function counterAwayFor(times: number) {
  const added: CountedAttempt[] = [];
  let saves = 0;
  const save = async () => {
    saves += 1;
    if (saves <= times) throw away;
  };
  return { add: (one: CountedAttempt) => void added.push(one), save, added };
}

const writerOf = (record: OutcomeStore['record'], counter = counterAwayFor(0)) =>
  new OutcomeWriter({ store: { record }, counter, clock: () => NOW });

describe('outcomes that are written together while the store is unavailable', () => {
  it('outcomes written together while the database is unavailable are each retried until their own lease ends', async () => {
    const { record, given } = storeAwayFor(1);
    const writer = writerOf(record);
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
    const writer = writerOf(record);
    await expect(writer.write(outcomeOf('a', 1))).rejects.toBe(away);
    expect(given).toEqual([['a']]);
  });
});

describe('outcomes that the store refuses', () => {
  it('outcomes that the database refuses are not retried', async () => {
    const refusal = new Error('refused');
    const record = () => Promise.reject(refusal);
    const writer = writerOf(record);
    await expect(writer.write(outcomeOf('a', 30_000))).rejects.toBe(refusal);
  });
});

describe('outcomes that are counted', () => {
  it('an outcome is counted once, however often its write is retried', async () => {
    const counter = counterAwayFor(2);
    const { record, given } = storeAwayFor(1);
    await writerOf(record, counter).write(outcomeOf('a', 30_000));
    expect(counter.added).toEqual([{ of: 'webhook', at: NOW, succeeded: true }]);
    expect(given).toEqual([['a'], ['a']]);
  });

  it('an outcome that cannot be counted is not stored', async () => {
    const { record, given } = storeAwayFor(0);
    await expect(writerOf(record, counterAwayFor(1)).write(outcomeOf('a', 1))).rejects.toBe(away);
    expect(given).toEqual([]);
  });

  it('the outcome of a test delivery is not counted', async () => {
    const counter = counterAwayFor(0);
    const outcome = outcomeOf('a', 30_000);
    const claimed = { ...outcome.claimed, test: true };
    await writerOf(storeAwayFor(0).record, counter).write({ ...outcome, claimed });
    expect(counter.added).toEqual([]);
  });
});

import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import { COUNTED_MAX } from './auditor.ts';
import type { Invariant, Rule } from './auditor.ts';
import { expiringIn } from '../mongo/indexes.ts';
import type { OutboxDocument } from '../outbox/outbox.ts';

const MINUTE_MS = 60_000;
const OUTBOX_LATE_MS = 10 * MINUTE_MS;
const KEPT_TOO_LONG_MS = 60 * MINUTE_MS;
/** The retention assumed for a document without an expiry that is the only one of its collection. */
const KEPT_ALONE_MS = 30 * 24 * 60 * MINUTE_MS;
/** The assumed maximum offset between the clocks of two processes. */
const CLOCKS_MS = 10 * MINUTE_MS;

type Look = Invariant['broken'];

/** The time a number of milliseconds before now. */
export const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** A time later than the longest plan of a schedule, even by a clock that is ahead. */
export const beyondPlan = (now: Date, longestMs: number): Date =>
  new Date(now.getTime() + longestMs + CLOCKS_MS);

/** Finds the documents that match a filter with an index. */
export const matching =
  <T extends { _id: string }>(collection: Collection<T>, filter: (now: Date) => Filter<T>): Look =>
  async ({ now, ids }) => {
    const named = ids && { _id: { $in: [...ids] } };
    const docs = await collection
      .find({ ...filter(now), ...named } as Filter<T>)
      .limit(COUNTED_MAX)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return docs.map(({ _id }) => _id);
  };

/** Corrects documents that still match a filter; returns the ids of those that were changed. */
export const correcting =
  <T extends { _id: string }>(
    collection: Collection<T>,
    filter: (now: Date) => Filter<T>,
    update: (now: Date) => UpdateFilter<T>,
  ): NonNullable<Rule['repair']> =>
  async (ids, now) => {
    const corrected: string[] = [];
    for (const _id of ids) {
      const { modifiedCount } = await collection.updateOne({ ...filter(now), _id }, update(now));
      if (modifiedCount === 1) corrected.push(_id);
    }
    return corrected;
  };

/** Messages are sent within seconds of their write; needs `outboxIndex`. */
export const outboxSent = (collection: Collection<OutboxDocument>): Invariant => ({
  name: `${collection.collectionName}-outbox-sent`,
  meaning: 'Webhooks and other services do not receive these changes.',
  advice:
    'Check whether the broker is available and accepts messages (rek doctor). The messages are sent as soon as it does. The log of the service has the reason (message.refused, or "wait in their documents"); a message that can never be sent becomes a dead letter (rek dead-letters list) and delays no other.',
  broken: matching(collection, (now) => ({ 'outbox.at': { $lt: before(now, OUTBOX_LATE_MS) } })),
});

/** The database has removed expired documents, in every collection whose indexes let documents expire. */
export const forgottenInTime = (db: Db): Invariant[] =>
  expiringIn(db).map(({ collection, field, afterSeconds }) => ({
    name: `${collection.collectionName}-forgotten-in-time`,
    meaning: 'Data is kept longer than documented.',
    advice: `The database does not remove expired documents. Check whether the collection ${collection.collectionName} has its TTL index and whether the TTL monitor of the database runs.`,
    broken: matching(collection, (now) => ({
      [field]: { $lt: before(now, KEPT_TOO_LONG_MS + afterSeconds * 1000) },
    })),
  }));

/** Every document has the time at which it expires; the database would keep it otherwise. The index of that time finds violations. */
export const haveAnExpiry = <T extends { _id: string; expiresAt: Date }>(
  collection: Collection<T>,
  expiryOf: (doc: T) => Date,
): Invariant => havingTime(collection, 'expiresAt', (doc) => Promise.resolve(expiryOf(doc)));

/**
 * The same for every other collection whose indexes let documents expire, except those whose documents get the time when they end. The age
 * of a document without the time is unknown, so it is kept as long as the newest of the others.
 */
export const haveAnyExpiry = (db: Db, endingLater: readonly string[] = []): Invariant[] =>
  expiringIn(db)
    .filter(({ collection }) => !endingLater.includes(collection.collectionName))
    .map(({ collection, field }) =>
      havingTime(collection, field, async (_doc, now) => {
        const [newest] = await collection
          .find({ [field]: { $ne: null } })
          .sort({ [field]: -1 })
          .limit(1)
          .toArray();
        return (newest as Record<string, Date> | undefined)?.[field] ?? before(now, -KEPT_ALONE_MS);
      }),
    );

const havingTime = <T extends { _id: string }>(
  collection: Collection<T>,
  field: string,
  timeOf: (doc: T, now: Date) => Promise<Date>,
): Invariant => {
  const endless = { [field]: null } as unknown as Filter<T>;
  return {
    name: `${collection.collectionName}-have-an-expiry`,
    meaning: 'Data is kept forever, longer than documented.',
    advice:
      'These documents have no time at which they expire. They were changed manually. Let them expire as others do (rek repair).',
    broken: matching(collection, () => endless),
    repair: async (ids, now) => {
      const repaired: string[] = [];
      for (const doc of await collection.find({ ...endless, _id: { $in: [...ids] } }).toArray()) {
        const time = { $set: { [field]: await timeOf(doc as T, now) } } as unknown as UpdateFilter<T>;
        const { modifiedCount } = await collection.updateOne({ ...endless, _id: doc._id }, time);
        if (modifiedCount === 1) repaired.push(doc._id);
      }
      return repaired;
    },
  };
};

/** The work of a collection, and the maximum time that its service plans ahead; declared beside each queue. */
export interface Schedule<T> {
  /** The path of the due time; needs an index. */
  dueAt: string;
  longestMs: number;
  /** Selects the documents that are work; all by default. Finished documents must not match. */
  work?: Filter<T>;
}

/** No work is due later than its schedule plans. The auditor corrects violations by itself: they become due now. */
export const dueWithinSchedule = <T extends { _id: string }>(
  collection: Collection<T>,
  { dueAt, longestMs, work }: Schedule<T>,
  rule: Pick<Rule, 'name' | 'meaning'>,
): Invariant => {
  const late = (now: Date) =>
    ({ ...work, [dueAt]: { $gt: beyondPlan(now, longestMs) } }) as unknown as Filter<T>;
  const dueNow = (now: Date) => ({ $set: { [dueAt]: now } }) as unknown as UpdateFilter<T>;
  return {
    ...rule,
    isCorrectedAtOnce: true,
    advice:
      'No schedule plans that far ahead. A clock was wrong, or the documents were changed manually. The auditor makes them due now; so does rek repair.',
    broken: matching(collection, late),
    repair: correcting(collection, late, dueNow),
  };
};

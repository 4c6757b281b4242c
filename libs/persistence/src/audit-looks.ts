import type { Collection, Filter } from 'mongodb';
import { COUNTED_MAX } from './auditor.ts';
import type { Invariant } from './auditor.ts';
import type { OutboxDocument } from './outbox.ts';

const MINUTE_MS = 60_000;
const OUTBOX_LATE_MS = 10 * MINUTE_MS;
const KEPT_TOO_LONG_MS = 60 * MINUTE_MS;
/** Documents that one look at a collection without a fitting index goes through. */
const SCANNED_AT_ONCE = 2000;

type Look = Invariant['broken'];

/** The time so many milliseconds before now. */
export const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** Finds what matches a filter that has an index. */
export const matching =
  <T extends { _id: string }>(collection: Collection<T>, filter: (now: Date) => Filter<T>): Look =>
  async (now) => {
    const docs = await collection
      .find(filter(now))
      .limit(COUNTED_MAX)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return docs.map(({ _id }) => _id);
  };

/** Messages leave within seconds of their write; needs `outboxIndex`. */
export const outboxSent = (collection: Collection<OutboxDocument>): Invariant => ({
  name: `${collection.collectionName}-outbox-sent`,
  advice:
    'Check whether the broker is available and accepts messages (rek doctor). The messages are sent as soon as it does.',
  broken: matching(collection, (now) => ({ 'outbox.at': { $lt: before(now, OUTBOX_LATE_MS) } })),
});

/** What has an end to its keeping goes; needs a TTL index on `expiresAt`. */
export const forgottenInTime = <T extends { _id: string; expiresAt: Date }>(
  collection: Collection<T>,
): Invariant => ({
  name: `${collection.collectionName}-forgotten-in-time`,
  advice: `The database does not remove expired documents. Check whether the collection ${collection.collectionName} has its TTL index and whether the TTL monitor of the database runs.`,
  broken: matching(
    collection,
    (now) => ({ expiresAt: { $lt: before(now, KEPT_TOO_LONG_MS) } }) as unknown as Filter<T>,
  ),
});

export interface ScanOptions<T> {
  collection: Collection<T & { _id: string }>;
  /** Which fields of a document are looked at. */
  fields: readonly (keyof T & string)[];
  /** The ids of those that violate the invariant, out of a batch. */
  broken: (docs: readonly (T & { _id: string })[], now: Date) => Promise<string[]> | string[];
}

/**
 * For what no index can find: goes through a collection in the order of its ids, some documents a look, and looks again at
 * what it found before, so that what was repaired is not named any more.
 */
export function scanning<T extends object>({ collection, fields, broken }: ScanOptions<T>): Look {
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  let after = '';
  let found: readonly string[] = [];
  const read = (filter: object, limit: number) =>
    collection
      .find(filter as Filter<T & { _id: string }>)
      .sort({ _id: 1 })
      .limit(limit)
      .project<T & { _id: string }>(projection)
      .toArray();
  return async (now) => {
    const known = found.length === 0 ? [] : await read({ _id: { $in: found } }, COUNTED_MAX);
    const docs = await read({ _id: { $gt: after } }, SCANNED_AT_ONCE);
    const ids = await broken([...known, ...docs], now);
    after = docs.length < SCANNED_AT_ONCE ? '' : (docs.at(-1)?._id ?? '');
    found = [...new Set(ids)].slice(0, COUNTED_MAX);
    return found;
  };
}

import type { Collection, Filter, Sort, UpdateFilter } from 'mongodb';
import { asStored, narrow } from '../mongo/narrow-filter.ts';

/** A document that one worker at a time may work on. */
export interface Leased {
  _id: string;
  lease?: { owner: string; until: Date } | null;
  /** Grows with every claim; a write with an older one is refused. */
  fence?: number;
}

/** The proof that a holder must show with every write. */
export interface Lease {
  id: string;
  fence: number;
}

/** A lease with its owner and its end. */
export interface HeldLease extends Lease {
  owner: string;
  until: Date;
}

/** The name of the claiming process, and the length of the lease from now. */
export interface ClaimBy {
  owner: string;
  leaseMs: number;
  now: Date;
}

export interface ClaimOptions extends ClaimBy {
  sort?: Sort;
  /** The path of a number that grows with the claim. */
  counts?: string;
}

/** The number of crashes in a row on an item after which no process works on it any more. */
export const CRASHES_MAX = 5;

/** The number of processes that crashed with the item, by its count of claims that were not ended. */
export const crashesBefore = (unended = 1): number => unended - 1;

/** The maximum length of a lease, unless the settings of its service allow more. */
const LEASE_MS_MAX = 60 * 60_000;

/** A time later than the end of any lease. */
export const beyondLeases = (now: Date, leaseMs = 0): Date => later(now, Math.max(LEASE_MS_MAX, 2 * leaseMs));

/** Matches a lease that is free or past, or that ends later than any lease does: that one comes from a wrong clock. */
export const overAt = (now: Date, leaseMs?: number) => ({
  $not: { $gt: now, $lte: beyondLeases(now, leaseMs) },
});

/** The lease of a new claim. */
export const leaseFor = ({ owner, leaseMs, now }: ClaimBy) => ({ owner, until: later(now, leaseMs) });

/** The fields of a document that is claimed when it is inserted. */
export const claimedAtInsert = (by: ClaimBy) => ({ lease: leaseFor(by), fence: 1 });

/** Claims the first matching document whose lease is free or past; null if there is none. */
export async function claim<T extends Leased>(
  collection: Collection<T>,
  filter: Filter<T>,
  options: ClaimOptions,
): Promise<T | null> {
  const { now, leaseMs, sort, counts } = options;
  const take = {
    $set: { lease: leaseFor(options) },
    $inc: { fence: 1, ...(counts !== undefined && { [counts]: 1 }) },
  };
  const doc = await collection.findOneAndUpdate(
    narrow(filter, 'lease.until', overAt(now, leaseMs)),
    take as unknown as UpdateFilter<T>,
    { returnDocument: 'after', ...(sort && { sort }) },
  );
  return doc && asStored(doc);
}

/** The lease of a claimed document. */
export function leaseOf(doc: Leased): HeldLease {
  if (!doc.lease || doc.fence === undefined) throw new Error(`document ${doc._id} carries no lease`);
  return { id: doc._id, fence: doc.fence, owner: doc.lease.owner, until: doc.lease.until };
}

/** Moves the end of a lease that is still held to `leaseMs` after now; false if it was lost. */
export async function extendLease<T extends Leased>(
  collection: Collection<T>,
  lease: Lease & { owner: string },
  until: { leaseMs: number; now: Date },
): Promise<boolean> {
  const result = await collection.updateOne(stillHeld<T>(lease), {
    $set: { 'lease.until': later(until.now, until.leaseMs) },
  } as unknown as UpdateFilter<T>);
  return result.matchedCount === 1;
}

/** Releases a lease; does nothing if another holder has it by now. */
export async function releaseLease<T extends Leased>(collection: Collection<T>, lease: Lease): Promise<void> {
  await collection.updateOne(held<T>(lease), { $unset: { lease: '' } } as unknown as UpdateFilter<T>);
}

/** The filter of every write under a lease: matches nothing once another worker has claimed the document. */
export const held = <T extends Leased>(lease: Lease): Filter<T> =>
  ({ _id: lease.id, fence: lease.fence }) as unknown as Filter<T>;

/** Like `held`, but also matches nothing once its holder has ended the lease, even if the holder was not notified that this is stored. */
export const stillHeld = <T extends Leased>(lease: Lease & { owner: string }): Filter<T> => ({
  ...held<T>(lease),
  'lease.owner': lease.owner,
});

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

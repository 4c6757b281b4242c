import type { Collection, Filter, Sort, UpdateFilter } from 'mongodb';
import { asStored, narrow } from '../mongo/narrow-filter.ts';

/** A document that one worker at a time may work on. */
export interface Leased {
  _id: string;
  lease?: { owner: string; until: Date } | null;
  /** Grows with every claim; a write that carries an older one is refused. */
  fence?: number;
}

/** A holder must show this with every write. */
export interface Lease {
  id: string;
  fence: number;
}

/** A lease with who holds it until when. */
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

/** So many processes in a row may crash while they work on something, before none works on it any more. */
export const CRASHES_MAX = 5;

/** How many processes crashed while they had what was just claimed, by its count of claims that were not ended. */
export const crashesBefore = (unended = 1): number => unended - 1;

/** No lease is longer, unless the settings of its service say so. */
const LEASE_MS_MAX = 60 * 60_000;

/** Later than any lease ends. */
export const beyondLeases = (now: Date, leaseMs = 0): Date => later(now, Math.max(LEASE_MS_MAX, 2 * leaseMs));

/** Matches a lease that is free or past, or that ends later than any lease does: then a clock was wrong. */
export const overAt = (now: Date, leaseMs?: number) => ({
  $not: { $gt: now, $lte: beyondLeases(now, leaseMs) },
});

/** The lease that a claim takes. */
export const leaseFor = ({ owner, leaseMs, now }: ClaimBy) => ({ owner, until: later(now, leaseMs) });

/** The fields of a document that is inserted as claimed. */
export const claimedAtInsert = (by: ClaimBy) => ({ lease: leaseFor(by), fence: 1 });

/** Takes the first matching document whose lease is free or past, or null when there is none. */
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

/** The lease that a claimed document carries. */
export function leaseOf(doc: Leased): HeldLease {
  if (!doc.lease || doc.fence === undefined) throw new Error(`document ${doc._id} carries no lease`);
  return { id: doc._id, fence: doc.fence, owner: doc.lease.owner, until: doc.lease.until };
}

/** Moves the end of a lease that is still ours to `leaseMs` after now; false when it was lost. */
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

/** Gives a lease back; does nothing when another one holds it by now. */
export async function releaseLease<T extends Leased>(collection: Collection<T>, lease: Lease): Promise<void> {
  await collection.updateOne(held<T>(lease), { $unset: { lease: '' } } as unknown as UpdateFilter<T>);
}

/** The filter of every write under a lease: matches nothing once another worker has claimed the document. */
export const held = <T extends Leased>(lease: Lease): Filter<T> =>
  ({ _id: lease.id, fence: lease.fence }) as unknown as Filter<T>;

/** The same, and nothing either once its holder has ended it, also for a holder who was not told that this is stored. */
export const stillHeld = <T extends Leased>(lease: Lease & { owner: string }): Filter<T> => ({
  ...held<T>(lease),
  'lease.owner': lease.owner,
});

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

import type { Collection, Filter } from 'mongodb';

/** The number of documents that match a filter. */
export interface BoundedCount {
  count: number;
  /** Present if `count` is a lower bound. */
  countIsLimited?: true;
}

/** Counts matching documents exactly up to `max`, and stops there. */
export async function countUpTo<T extends { _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  max: number,
): Promise<BoundedCount> {
  const found = await collection.countDocuments(filter, { limit: max + 1 });
  return found > max ? { count: max, countIsLimited: true } : { count: found };
}

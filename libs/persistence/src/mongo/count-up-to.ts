import type { Collection, Filter } from 'mongodb';

/** How many documents match a filter. */
export interface BoundedCount {
  count: number;
  /** `count` is a lower bound. */
  countIsLimited?: true;
}

/** Counts the documents that match, exactly up to `max`; work beyond it is not done. */
export async function countUpTo<T extends { _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  max: number,
): Promise<BoundedCount> {
  const found = await collection.countDocuments(filter, { limit: max + 1 });
  return found > max ? { count: max, countIsLimited: true } : { count: found };
}

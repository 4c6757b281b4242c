import type { Collection, OptionalUnlessRequiredId } from 'mongodb';
import { duplicatesAt } from './driver-errors.ts';

/** Inserts many documents at once; tells of each whether it was inserted, false when the index has its like already. */
export async function insertUnique<T extends object>(
  collection: Collection<T>,
  docs: readonly T[],
  indexName: string,
): Promise<boolean[]> {
  if (docs.length === 0) return [];
  try {
    await collection.insertMany(docs as readonly OptionalUnlessRequiredId<T>[], { ordered: false });
    return docs.map(() => true);
  } catch (error) {
    const refused = duplicatesAt(error, indexName);
    if (refused === undefined) throw error;
    return docs.map((_doc, index) => !refused.has(index));
  }
}

import type { Collection, Filter, OptionalUnlessRequiredId } from 'mongodb';
import { duplicatesAt, isWriteConflict } from './driver-errors.ts';

const CONFLICTS_MAX = 10;

/**
 * Inserts many documents at once; tells of each whether it was inserted, false when the index has its like already. An
 * engine that gives up one of several who insert the same is asked again for what is not stored yet.
 */
export async function insertUnique<T extends { _id: unknown }>(
  collection: Collection<T>,
  docs: readonly T[],
  indexName: string,
): Promise<boolean[]> {
  const stored = new Set<string>();
  for (let conflicts = 0; ; conflicts++) {
    const open = docs.filter((doc) => !stored.has(idOf(doc)));
    try {
      for (const doc of await insertOnce(collection, open, indexName)) stored.add(idOf(doc));
      return docs.map((doc) => stored.has(idOf(doc)));
    } catch (error) {
      if (!isWriteConflict(error) || conflicts === CONFLICTS_MAX) throw error;
      for (const doc of await storedOf(collection, open)) stored.add(idOf(doc));
    }
  }
}

const idOf = ({ _id }: { _id: unknown }): string => String(_id);

/** Those of the documents that were inserted. */
async function insertOnce<T extends object>(
  collection: Collection<T>,
  docs: readonly T[],
  indexName: string,
): Promise<readonly T[]> {
  if (docs.length === 0) return [];
  try {
    await collection.insertMany(docs as readonly OptionalUnlessRequiredId<T>[], { ordered: false });
    return docs;
  } catch (error) {
    const refused = duplicatesAt(error, indexName);
    if (refused === undefined) throw error;
    return docs.filter((_doc, index) => !refused.has(index));
  }
}

const storedOf = <T extends { _id: unknown }>(collection: Collection<T>, docs: readonly T[]) =>
  collection
    .find({ _id: { $in: docs.map(({ _id }) => _id) } } as Filter<T>)
    .project<{ _id: unknown }>({ _id: 1 })
    .toArray();

import { MongoBulkWriteError, MongoServerError } from 'mongodb';
import type { Collection, Filter, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey, isWriteConflict } from './driver-errors.ts';
import { stepAside } from './pause-after-conflict.ts';

const CONFLICTS_MAX = 10;

/** The reason why a document was not inserted; undefined if it was. */
export type Refusal = MongoServerError | undefined;

/**
 * Inserts many documents with one command; returns the refusal of each. After a write conflict the insert is retried for the documents that
 * are not stored yet. @throws an error that concerns all documents
 */
export async function insertEach<T extends { _id: unknown }>(
  collection: Collection<T>,
  docs: readonly T[],
): Promise<Refusal[]> {
  const outcomes = new Map<T, Refusal>();
  for (let conflicts = 1; ; conflicts += 1) {
    const open = docs.filter((doc) => !outcomes.has(doc));
    try {
      const refusals = await insertOnce(collection, open);
      open.forEach((doc, index) => outcomes.set(doc, refusals.get(index)));
      return docs.map((doc) => outcomes.get(doc));
    } catch (error) {
      if (!isWriteConflict(error) || conflicts > CONFLICTS_MAX) throw error;
      await stepAside(conflicts);
      for (const doc of await storedAmong(collection, open)) outcomes.set(doc, undefined);
    }
  }
}

/** The refusals by the position of their documents. */
async function insertOnce<T extends object>(
  collection: Collection<T>,
  docs: readonly T[],
): Promise<ReadonlyMap<number, MongoServerError>> {
  if (docs.length === 0) return new Map();
  try {
    await collection.insertMany(docs as readonly OptionalUnlessRequiredId<T>[], { ordered: false });
    return new Map();
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || isWriteConflict(error)) throw error;
    const refusals = [error.writeErrors].flat();
    if (refusals.length === 0 || error.result.getWriteConcernError()) throw error;
    return new Map(
      refusals.map(({ index, code, errmsg }) => [
        index,
        new MongoServerError({ code, errmsg: errmsg ?? '' }),
      ]),
    );
  }
}

/** The ids that are stored already; of documents with the same id, the first one was inserted. */
async function storedAmong<T extends { _id: unknown }>(collection: Collection<T>, docs: readonly T[]) {
  const found = await collection
    .find({ _id: { $in: docs.map(({ _id }) => _id) } } as Filter<T>)
    .project<{ _id: unknown }>({ _id: 1 })
    .toArray();
  const stored = new Set(found.map(({ _id }) => String(_id)));
  return docs.filter(({ _id }) => stored.delete(String(_id)));
}

/**
 * Inserts many documents at once; returns for each whether it was inserted, false if a unique index refused it.
 * @throws the error of a document that was refused for another reason
 */
export async function insertUnique<T extends { _id: unknown }>(
  collection: Collection<T>,
  docs: readonly T[],
  indexName: string,
): Promise<boolean[]> {
  const refusals = await insertEach(collection, docs);
  return refusals.map((refusal) => {
    if (refusal === undefined) return true;
    if (isDuplicateKey(refusal, indexName)) return false;
    throw refusal;
  });
}

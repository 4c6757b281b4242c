import type { Collection } from 'mongodb';
import { isDuplicateKey } from './driver-errors.ts';
import { insertEach } from './insert-each.ts';

/**
 * Inserts many documents at once; tells of each whether it was inserted, false when the index has its like already.
 * @throws what was said against a document for another reason
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

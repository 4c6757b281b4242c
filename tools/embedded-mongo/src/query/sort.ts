import { MongoError, notSupported } from '../errors.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { encodeKey, inverted } from '../values/key-encoding.ts';
import { missing, valuesAt } from '../values/paths.ts';

/** One field of a sort: its path and 1 or -1. */
export type SortField = { path: string; direction: 1 | -1 };

/** Parses a sort such as `{ a: 1, b: -1 }`. */
export function parseSort(sort: unknown): SortField[] {
  if (sort === undefined || sort === null) return [];
  if (!isDoc(sort)) throw new MongoError(14, 'a sort must be a document');
  return Object.entries(sort).map(([path, direction]) => {
    if (path.startsWith('$')) throw notSupported(`sort by ${path}`);
    if (direction !== 1 && direction !== -1)
      throw new MongoError(2, `the sort order of '${path}' must be 1 or -1`);
    return { path, direction };
  });
}

/** The sort key of a field: for an array the least element ascending, the greatest descending. */
function fieldKey(doc: Doc, { path, direction }: SortField): Buffer {
  const keys = valuesAt(doc, path.split('.')).flatMap((value) => {
    if (!Array.isArray(value)) return [encodeKey(value === missing ? null : value)];
    return value.length === 0 ? [encodeKey(undefined)] : value.map((element) => encodeKey(element));
  });
  if (keys.length === 0) keys.push(encodeKey(null));
  const best = keys.reduce((least, key) => (Buffer.compare(key, least) * direction < 0 ? key : least));
  return direction === 1 ? best : inverted(best);
}

/** Bytes in the order of the documents. */
const sortKey = (doc: Doc, fields: readonly SortField[]): Buffer =>
  fields.length === 1
    ? fieldKey(doc, fields[0] as SortField)
    : Buffer.concat(fields.map((field) => fieldKey(doc, field)));

/** Sorts by BSON's order; equal ones keep theirs. */
export function sorted<Item>(
  items: Item[],
  fields: readonly SortField[],
  docOf: (item: Item) => Doc,
): Item[] {
  return items
    .map((item) => ({ item, key: sortKey(docOf(item), fields) }))
    .sort((left, right) => Buffer.compare(left.key, right.key))
    .map(({ item }) => item);
}

import { createHash } from 'node:crypto';
import { MongoError } from '../errors.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { encodeKey, encodeKeys } from '../values/key-encoding.ts';
import { missing } from '../values/paths.ts';
import type { Index } from './index-spec.ts';

/**
 * The maximum length of a part: LMDB takes keys of 1978 bytes, and the fields' part and the document's part each have a limit below half of
 * it.
 */
const longestKey = 940;
const hashBytes = 20;
/** The number of bytes of a long key that are stored unchanged. */
export const keptBytes = longestKey - hashBytes;

/** Cuts a key that is too long; a hash of the whole key distinguishes different values. */
function fitted(key: Buffer): Buffer {
  if (key.length <= longestKey) return key;
  const hash = createHash('sha1').update(key).digest();
  return Buffer.concat([key.subarray(0, keptBytes), hash]);
}

/** True if `fitted` cuts this key. */
export const isTooLong = (key: Buffer): boolean => key.length > longestKey;

/** The key of a document with this `_id`, without the collection's prefix. */
export const idKey = (id: unknown): Buffer => fitted(encodeKey(id));

/** The walk along an indexed path: the current value and the rest of the path. */
type Walk = { value: unknown; parts: readonly string[] };

/** Follows the path until its end or the first array that must be spread. */
function advance({ value, parts }: Walk): Walk {
  let current = value;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as string;
    if (Array.isArray(current)) return { value: current, parts: parts.slice(at) };
    if (!isDoc(current) || !Object.hasOwn(current, part)) return { value: missing, parts: [] };
    current = current[part];
  }
  return { value: current, parts: [] };
}

/** One tuple of values per index entry; spreads at most one array, because an index over two would be their product. */
function tuples(stopped: readonly Walk[], spread: boolean): unknown[][] {
  const arrays = new Set(
    spread
      ? stopped.filter(({ value }) => Array.isArray(value)).map(({ value }) => value)
      : stopped
          .filter(({ value, parts }) => Array.isArray(value) && parts.length > 0)
          .map(({ value }) => value),
  );
  if (arrays.size === 0) return [stopped.map(({ value }) => value)];
  if (arrays.size > 1) throw new MongoError(171, 'cannot index parallel arrays');
  const [array] = arrays as Set<unknown[]>;
  const elements = array as unknown[];
  const atArray = (element: unknown) =>
    stopped.map((walk): Walk => {
      if (walk.value !== array) return walk;
      return walk.parts.length > 0 && !isDoc(element)
        ? { value: missing, parts: [] }
        : { value: element, parts: walk.parts };
    });
  if (elements.length === 0)
    return [
      stopped.map((walk) =>
        walk.value !== array ? walk.value : walk.parts.length > 0 ? missing : undefined,
      ),
    ];
  const atLeaf = stopped.filter((walk) => walk.value === array).map(({ parts }) => parts.length === 0);
  // The elements are values themselves: there is nothing to follow.
  if (!atLeaf.includes(false))
    return elements.map((element) => stopped.map(({ value }) => (value === array ? element : value)));
  return elements.flatMap((element) => tuples(atArray(element).map(advance), !atLeaf.includes(true)));
}

/** The keys of one document in an index. */
export type IndexKeys = { keys: Buffer[]; multikey: readonly string[]; truncated: boolean };

const none: IndexKeys = { keys: [], multikey: [], truncated: false };

/** Encodes tuples of one document; equal values in all of them are encoded once. */
function tupleEncoder(): (values: readonly unknown[]) => Buffer {
  const known = new Map<unknown, Buffer>();
  const encoded = (value: unknown): Buffer => {
    const key = known.get(value) ?? encodeKey(value === missing ? null : value);
    known.set(value, key);
    return key;
  };
  return (values) => Buffer.concat(values.map(encoded));
}

/** The entries of a document in an index; none if it is not in a sparse or a partial one. */
export function indexKeys(index: Index, doc: Doc): IndexKeys {
  if (!index.inPartial(doc)) return none;
  const stopped = index.fields.map(({ parts }) => advance({ value: doc, parts }));
  const isOver = stopped.map(({ value }) => Array.isArray(value));
  if (!isOver.includes(true)) return keysWithoutArray(index, stopped);
  const found = tuples(stopped, true);
  if (index.sparse && found.every((values) => values.every((value) => value === missing))) return none;
  const multikey = index.fields.filter((_, at) => isOver[at]).map(({ path }) => path);
  const whole = found.map(tupleEncoder());
  const distinct =
    whole.length === 1 ? whole : [...new Map(whole.map((key) => [key.toString('latin1'), key])).values()];
  return { keys: distinct.map(fitted), multikey, truncated: distinct.some(isTooLong) };
}

/** The only entry of a document without an array. */
function keysWithoutArray({ sparse }: Index, stopped: readonly Walk[]): IndexKeys {
  const values = stopped.map(({ value }) => (value === missing ? null : value));
  if (sparse && stopped.every(({ value }) => value === missing)) return none;
  const key = encodeKeys(values);
  return { keys: [fitted(key)], multikey: [], truncated: isTooLong(key) };
}

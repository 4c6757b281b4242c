import { createHash } from 'node:crypto';
import { MongoError } from '../errors.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { encodeKey } from '../values/key-encoding.ts';
import { missing } from '../values/paths.ts';
import type { Index } from './index-spec.ts';

/** LMDB takes keys of 1978 bytes: the fields' part and the document's part each have a limit below half of it. */
const longestKey = 940;
const hashBytes = 20;
/** How many bytes of a key that is too long are stored as they are. */
export const keptBytes = longestKey - hashBytes;

/** Cuts what is too long for a key; a hash of the whole keeps different values apart. */
function fitted(key: Buffer): Buffer {
  if (key.length <= longestKey) return key;
  const hash = createHash('sha1').update(key).digest();
  return Buffer.concat([key.subarray(0, keptBytes), hash]);
}

/** True when `fitted` cuts this key. */
export const isTooLong = (key: Buffer): boolean => key.length > longestKey;

/** The key of a document with this `_id`, without the collection's prefix. */
export const idKey = (id: unknown): Buffer => fitted(encodeKey(id));

/** The walk along one indexed path: the value reached and the rest of the path. */
type Walk = { value: unknown; parts: readonly string[] };

/** Follows the path until its end or the first array that must be spread. */
function advance({ value, parts }: Walk): Walk {
  let current = value;
  for (const [at, part] of parts.entries()) {
    if (Array.isArray(current)) return { value: current, parts: parts.slice(at) };
    if (!isDoc(current) || !Object.hasOwn(current, part)) return { value: missing, parts: [] };
    current = current[part];
  }
  return { value: current, parts: [] };
}

/** One tuple of values per index entry; spreads at most one array, as an index over two would be their product. */
function tuples(walks: readonly Walk[], spread: boolean): unknown[][] {
  const stopped = walks.map(advance);
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
  const leaf = stopped.some((walk) => walk.value === array && walk.parts.length === 0);
  return elements.flatMap((element) => tuples(atArray(element), !leaf));
}

/** What an index holds of one document. */
export type IndexKeys = { keys: Buffer[]; multikey: readonly string[]; truncated: boolean };

const none: IndexKeys = { keys: [], multikey: [], truncated: false };

/** Encodes tuples of one document; what is the same in all of them is encoded once. */
function tupleEncoder(): (values: readonly unknown[]) => Buffer {
  const known = new Map<unknown, Buffer>();
  const encoded = (value: unknown): Buffer => {
    const key = known.get(value) ?? encodeKey(value === missing ? null : value);
    known.set(value, key);
    return key;
  };
  return (values) => Buffer.concat(values.map(encoded));
}

/** The entries of a document in an index; none when it is not in a sparse or a partial one. */
export function indexKeys(index: Index, doc: Doc): IndexKeys {
  if (!index.inPartial(doc)) return none;
  const walks = index.fields.map(({ parts }) => ({ value: doc, parts }));
  const found = tuples(walks, true);
  if (index.sparse && found.every((values) => values.every((value) => value === missing))) return none;
  const multikey = index.fields.filter((_, at) => leadsToArray(walks[at] as Walk)).map(({ path }) => path);
  const whole = found.map(tupleEncoder());
  const distinct =
    whole.length === 1 ? whole : [...new Map(whole.map((key) => [key.toString('latin1'), key])).values()];
  return { keys: distinct.map(fitted), multikey, truncated: distinct.some(isTooLong) };
}

const leadsToArray = (walk: Walk): boolean => Array.isArray(advance(walk).value);

import { MongoError } from '../errors.ts';
import { type BSONRegExp, deserialize, type Double, type Int32, type Long, serialize } from 'bson';

/** A decoded BSON document. */
export type Doc = Record<string, unknown>;

const isPlainObject = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** True for an embedded document: neither an array nor one of BSON's own types. */
export const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && isPlainObject(value);

/** BSON's name for a value of one of its own classes, such as `ObjectId`; undefined for everything else. */
export const bsonType = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && !isPlainObject(value)
    ? (value as { _bsontype?: string })._bsontype
    : undefined;

/** Decodes with every number type kept apart, so that encoding again gives the same bytes. */
export const decodeExact = (raw: Uint8Array): Doc =>
  deserialize(raw, { promoteValues: false, bsonRegExp: true });

/** Decodes into plain JavaScript values, as queries and aggregations read them. */
export const decodePlain = (raw: Uint8Array): Doc => deserialize(raw);

/** The largest document that a command or a reply may be, as in MongoDB. */
export const largestEncoded = 16 * 1024 * 1024 + 16 * 1024;

/** The encoder's buffer is larger than that; what does not fit into it makes the encoder fail, or cut it off. */
function serialized(doc: Doc): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = serialize(doc);
  } catch (error) {
    throw new MongoError(
      10334,
      `the document cannot be encoded: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (bytes.length <= largestEncoded) return bytes;
  throw new MongoError(10334, `a document of ${bytes.length} bytes or more is too large to be encoded`);
}

/** Encodes a document; one that is too large is refused with code 10334. */
export const encode = (doc: Doc): Buffer => {
  const bytes = serialized(doc);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** BSON's option `s` comes out of the decoder as JavaScript's flag `g`. */
const regExpOf = (pattern: string, options: string): RegExp =>
  new RegExp(pattern, options.replace('g', 's').replace(/[^imsu]/g, ''));

/** Sets a field of any name, `__proto__` too. */
export function putField(doc: Doc, name: string, value: unknown): void {
  if (name !== '__proto__') doc[name] = value;
  else Object.defineProperty(doc, name, { value, writable: true, enumerable: true, configurable: true });
}

function plainNumber(value: Long): unknown {
  const number = value.toNumber();
  return Number.isSafeInteger(number) ? number : value;
}

/** A value of one of BSON's own classes as a plain one, where there is such. */
function plainOfType(type: string, value: unknown): unknown {
  if (type === 'Int32' || type === 'Double') return (value as Int32 | Double).valueOf();
  if (type === 'Long') return plainNumber(value as Long);
  if (type !== 'BSONRegExp') return value;
  const { pattern, options } = value as BSONRegExp;
  return regExpOf(pattern, options);
}

/** Turns an exactly decoded value into the plain one that `decodePlain` would have given. */
export function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (isDoc(value)) return plainDoc(value);
  if (value instanceof RegExp) return regExpOf(value.source, value.flags);
  const type = bsonType(value);
  return type === undefined ? value : plainOfType(type, value);
}

/** `plain` for a document. */
export function plainDoc(doc: Doc): Doc {
  const copy: Doc = {};
  for (const key of Object.keys(doc)) putField(copy, key, plain(doc[key]));
  return copy;
}

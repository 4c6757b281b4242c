import { MongoError } from '../errors.ts';
import { deserialize, type Double, type Int32, type Long, serialize } from 'bson';

/** A decoded BSON document. */
export type Doc = Record<string, unknown>;

const isPlainObject = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** True for an embedded document: neither an array nor one of BSON's own types. */
export const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && isPlainObject(value);

/** BSON's name for a value of one of its own classes, such as `ObjectId`; undefined for others. */
export const bsonType = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && !isPlainObject(value)
    ? (value as { _bsontype?: string })._bsontype
    : undefined;

/** Decodes with all number types distinguished, so that encoding again gives the same bytes. */
export const decodeExact = (raw: Uint8Array): Doc => deserialize(raw, { promoteValues: false });

/** Decodes to plain JavaScript values, for queries and aggregations. */
export const decodePlain = (raw: Uint8Array): Doc => deserialize(raw);

/** The maximum size of a command or a reply, as in MongoDB. */
export const largestEncoded = 16 * 1024 * 1024 + 16 * 1024;

/** Encodes into a buffer that is larger than the maximum; a document that does not fit makes the encoder fail, or is cut off. */
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

/** Sets a field of any name, including `__proto__`. */
export function putField(doc: Doc, name: string, value: unknown): void {
  if (name !== '__proto__') doc[name] = value;
  else Object.defineProperty(doc, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Converts an exactly decoded value to the plain one of `decodePlain`. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (isDoc(value)) return plainDoc(value);
  const type = bsonType(value);
  if (type === 'Int32' || type === 'Double') return (value as Int32 | Double).valueOf();
  if (type !== 'Long') return value;
  const number = (value as Long).toNumber();
  return Number.isSafeInteger(number) ? number : value;
}

/** Like `plain`, for a document. */
export function plainDoc(doc: Doc): Doc {
  const copy: Doc = {};
  for (const key of Object.keys(doc)) putField(copy, key, plain(doc[key]));
  return copy;
}

import type { Binary, Double, Int32, Long, ObjectId } from 'bson';
import { MongoError } from '../errors.ts';
import { bsonType, type Doc } from './document.ts';

/** The first byte of an encoded value, in BSON's order of types. Every tag is followed only by greater bytes of its own value. */
export const tag = {
  undefined: 0x05,
  null: 0x10,
  number: 0x20,
  string: 0x30,
  object: 0x40,
  array: 0x50,
  binary: 0x60,
  objectId: 0x70,
  boolean: 0x80,
  date: 0x90,
} as const;

const bsonTags: Record<string, number> = {
  Int32: tag.number,
  Double: tag.number,
  Long: tag.number,
  ObjectId: tag.objectId,
  Binary: tag.binary,
};

const scalarTags: Partial<Record<string, number>> = {
  undefined: tag.undefined,
  number: tag.number,
  string: tag.string,
  boolean: tag.boolean,
};

function tagOfObject(value: object): number {
  if (Array.isArray(value)) return tag.array;
  if (value instanceof Date) return tag.date;
  const type = bsonType(value);
  if (type === undefined) return tag.object;
  const known = bsonTags[type];
  if (known === undefined)
    throw new MongoError(2, `comparing ${type} values is not supported by the embedded MongoDB`);
  return known;
}

/** The type tag of a value; refuses types without an order here. */
export const tagOf = (value: unknown): number =>
  scalarTags[typeof value] ?? (value === null ? tag.null : tagOfObject(value as object));

let scratch = Buffer.allocUnsafe(4096);
let length = 0;

function reserve(bytes: number): void {
  if (length + bytes <= scratch.length) return;
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, length + bytes));
  scratch.copy(larger, 0, 0, length);
  scratch = larger;
}

function writeByte(byte: number): void {
  reserve(1);
  scratch[length++] = byte;
}

function writeBytes(bytes: Uint8Array): void {
  reserve(bytes.length);
  scratch.set(bytes, length);
  length += bytes.length;
}

/** The end of a text, which occurs nowhere within it. */
export const textEnd = Buffer.alloc(2);

/** Writes a text with zero bytes as 00 FF and the end as 00 00, so that a prefix sorts before longer texts. */
function writeString(text: string): void {
  reserve(text.length * 3 + 2);
  if (!text.includes('\0')) {
    length += scratch.write(text, length, 'utf8');
  } else {
    for (const byte of Buffer.from(text, 'utf8')) {
      writeByte(byte);
      if (byte === 0) writeByte(0xff);
    }
  }
  writeByte(0);
  writeByte(0);
}

/** Writes eight bytes of the double nearest to the number, then two for the rest of a 64-bit integer. */
function writeNumber(value: number | Int32 | Double | Long): void {
  let rest = 0;
  let double = Number(value);
  if (bsonType(value) === 'Long') {
    const whole = (value as Long).toBigInt();
    double = Number(whole);
    rest = Number(whole - BigInt(double));
  }
  reserve(10);
  if (Number.isNaN(double)) scratch.fill(0, length, length + 8);
  else {
    scratch.writeDoubleBE(double === 0 ? 0 : double, length);
    if ((scratch[length] as number) & 0x80) {
      for (let at = length; at < length + 8; at++) scratch[at] = ~(scratch[at] as number);
    } else scratch[length] = (scratch[length] as number) | 0x80;
  }
  scratch.writeUInt16BE(rest + 0x8000, length + 8);
  length += 10;
}

function writeObject(doc: Doc): void {
  for (const name of Object.keys(doc)) {
    const value = doc[name];
    if (value === undefined) continue;
    writeByte(tagOf(value));
    writeString(name);
    write(value);
  }
  writeByte(0);
}

function writeBinary({ buffer, position, sub_type: subtype }: Binary): void {
  reserve(5);
  length = scratch.writeUInt32BE(position, length);
  writeByte(subtype);
  writeBytes(buffer.subarray(0, position));
}

function writeDate(value: Date): void {
  reserve(8);
  length = scratch.writeBigUInt64BE(BigInt(value.getTime()) + (1n << 63n), length);
}

const writers: Record<number, (value: never) => void> = {
  [tag.number]: writeNumber,
  [tag.string]: writeString,
  [tag.object]: writeObject,
  [tag.array]: (value: unknown[]) => {
    for (const element of value) write(element ?? null);
    writeByte(0);
  },
  [tag.binary]: writeBinary,
  [tag.objectId]: (value: ObjectId) => writeBytes(value.id),
  [tag.boolean]: (value: boolean) => writeByte(value ? 1 : 0),
  [tag.date]: writeDate,
};

function write(value: unknown): void {
  const kind = tagOf(value);
  writeByte(kind);
  writers[kind]?.(value as never);
}

/** Encodes a value so that comparing the bytes compares the values in BSON's order; no encoding is a prefix of another. */
export function encodeKey(value: unknown): Buffer {
  length = 0;
  write(value);
  return Buffer.from(scratch.subarray(0, length));
}

/** The encodings of several values one behind the other. */
export function encodeKeys(values: readonly unknown[]): Buffer {
  length = 0;
  for (const value of values) write(value);
  return Buffer.from(scratch.subarray(0, length));
}

/** The encoding for a descending field. */
export function inverted(key: Buffer): Buffer {
  const result = Buffer.allocUnsafe(key.length);
  for (let at = 0; at < key.length; at++) result[at] = ~(key[at] as number);
  return result;
}

/** A file, or a whole message in the same format, that Outlook packed into a winmail.dat. */
export interface TnefFile {
  name: string;
  bytes: Buffer;
}

const SIGNATURE = 0x223e9f78;
/** Signature and key. */
const HEADER_BYTES = 6;
const ATTACH_RENDER_DATA = 0x9002;
const ATTACH_TITLE = 0x8010;
const ATTACH_DATA = 0x800f;
const ATTACHMENT_PROPERTIES = 0x9005;
const LONG_FILE_NAME = 0x3707;
const FILE_NAME = 0x3704;
const DATA_OBJECT = 0x3701;
/** The identifier of the interface stands before the bytes of an embedded message. */
const INTERFACE_ID_BYTES = 16;

export const isTnef = (bytes: Buffer): boolean => bytes.length >= 6 && bytes.readUInt32LE(0) === SIGNATURE;

/** The files of a winmail.dat; what is cut off or broken ends the list, and then it is not whole. */
export function unpackTnef(bytes: Buffer): { files: TnefFile[]; isWhole: boolean } {
  const files: { name: string; bytes?: Buffer }[] = [];
  let readTo = HEADER_BYTES;
  for (const { id, data, end } of attributes(bytes)) {
    readTo = end;
    if (id === ATTACH_RENDER_DATA) files.push({ name: '' });
    const file = files.at(-1);
    if (file === undefined) continue;
    if (id === ATTACH_TITLE) file.name ||= narrow(data);
    else if (id === ATTACH_DATA) file.bytes = data;
    else if (id === ATTACHMENT_PROPERTIES) addProperties(file, data);
  }
  const read = files.filter((file): file is TnefFile => file.bytes !== undefined);
  return { files: read, isWhole: readTo >= bytes.length && read.length === files.length };
}

/** Level (1 byte), id and type (2 bytes each), length (4), data, checksum (2), one after the other. */
function* attributes(bytes: Buffer): Generator<{ id: number; data: Buffer; end: number }> {
  let at = HEADER_BYTES;
  while (at + 9 <= bytes.length) {
    const id = bytes.readUInt16LE(at + 1);
    const end = at + 9 + bytes.readUInt32LE(at + 5);
    if (end > bytes.length) return;
    yield { id, data: bytes.subarray(at + 9, end), end: end + 2 };
    at = end + 2;
  }
}

function addProperties(file: { name: string; bytes?: Buffer }, data: Buffer): void {
  for (const { id, isWide, value } of properties(data)) {
    const text = isWide ? value.toString('utf16le').replace(/(?<!\0)\0+$/, '') : narrow(value);
    if (id === LONG_FILE_NAME || (id === FILE_NAME && file.name === '')) file.name = text;
    if (id === DATA_OBJECT && file.bytes === undefined) file.bytes = value.subarray(INTERFACE_ID_BYTES);
  }
}

interface Property {
  id: number;
  isWide: boolean;
  value: Buffer;
}

/** Bytes of values of a fixed size, by type; they are padded to four. */
const FIXED: Readonly<Record<number, number>> = {
  0x02: 4, 0x03: 4, 0x04: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x0a: 4, 0x0b: 4, 0x14: 8, 0x40: 8, 0x48: 16,
}; // oxfmt-ignore
const VARIABLE = new Set([0x0d, 0x1e, 0x1f, 0x102]);
const MULTIPLE = 0x1000;

/** The properties of an attachment, up to the first that cannot be read. */
function* properties(data: Buffer): Generator<Property> {
  const cursor = new Cursor(data);
  try {
    for (let left = cursor.number(); left > 0; left -= 1) {
      const tag = cursor.number();
      const id = tag >>> 16;
      const type = tag & 0xefff;
      if (id >= 0x8000) cursor.skipName();
      for (const value of valuesOf(cursor, type, (tag & MULTIPLE) !== 0)) {
        yield { id, isWide: type === 0x1f, value };
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

function* valuesOf(cursor: Cursor, type: number, isMultiple: boolean): Generator<Buffer> {
  const fixed = FIXED[type];
  if (fixed === undefined && !VARIABLE.has(type)) throw new RangeError('a type that is not known');
  const count = isMultiple || fixed === undefined ? cursor.number() : 1;
  for (let left = count; left > 0; left -= 1) {
    const value = cursor.take(fixed ?? cursor.number());
    cursor.align();
    yield value;
  }
}

class Cursor {
  readonly #data: Buffer;
  #at = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  /** @throws RangeError behind the end, as every method */
  number(): number {
    const value = this.#data.readUInt32LE(this.#at);
    this.#at += 4;
    return value;
  }

  take(length: number): Buffer {
    if (this.#at + length > this.#data.length) throw new RangeError('behind the end');
    const value = this.#data.subarray(this.#at, this.#at + length);
    this.#at += length;
    return value;
  }

  align(): void {
    this.#at += (4 - (this.#at % 4)) % 4;
  }

  /** Named properties carry their set, and a number or a text. */
  skipName(): void {
    this.take(16);
    const isText = this.number() === 1;
    const rest = this.number();
    if (!isText) return;
    this.take(rest);
    this.align();
  }
}

const narrow = (data: Buffer): string => data.toString('latin1').replace(/(?<!\0)\0+$/, '');

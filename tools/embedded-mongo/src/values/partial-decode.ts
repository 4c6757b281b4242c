import { decodePlain, type Doc } from './document.ts';

/** How many bytes a value of a BSON type has, for the types of one size. */
const fixedBytes: Partial<Record<number, number>> = {
  0x01: 8, 0x06: 0, 0x07: 12, 0x08: 1, 0x09: 8, 0x0a: 0, 0x10: 4, 0x11: 8, 0x12: 8, 0x13: 16, 0x7f: 0, 0xff: 0,
}; // oxfmt-ignore
const byLength = new Set([0x02, 0x0d, 0x0e]);
const documents = new Set([0x03, 0x04, 0x0f]);

/** Where the value that starts at `at` ends; undefined for a type that this does not know. */
function endOfValue(raw: Buffer, type: number, at: number): number | undefined {
  const fixed = fixedBytes[type];
  if (fixed !== undefined) return at + fixed;
  if (byLength.has(type)) return at + 4 + raw.readInt32LE(at);
  if (documents.has(type)) return at + raw.readInt32LE(at);
  if (type === 0x05) return at + 5 + raw.readInt32LE(at);
  if (type === 0x0b) return raw.indexOf(0, raw.indexOf(0, at) + 1) + 1;
  return undefined;
}

/** Decodes those top-level fields of a document whose names are wanted, and passes over the rest without looking into it. */
export function decodeFields(raw: Buffer, wanted: ReadonlySet<string>): Doc {
  const kept: Buffer[] = [];
  let bytes = 5;
  for (let at = 4; at < raw.length - 1;) {
    const type = raw[at] as number;
    const nameEnd = raw.indexOf(0, at + 1);
    const end = endOfValue(raw, type, nameEnd + 1);
    // What cannot be walked through is left to the decoder, which also says what is wrong with it.
    if (end === undefined || nameEnd < 0 || end > raw.length - 1) return decodePlain(raw);
    if (wanted.has(raw.toString('utf8', at + 1, nameEnd))) {
      kept.push(raw.subarray(at, end));
      bytes += end - at;
    }
    at = end;
  }
  const head = Buffer.allocUnsafe(4);
  head.writeInt32LE(bytes);
  return decodePlain(Buffer.concat([head, ...kept, Buffer.alloc(1)], bytes));
}

import { decodePlain, type Doc } from './document.ts';
import { bytesOfValue } from './elements.ts';

/** Decodes those top-level fields of a document whose names are wanted, and passes over the rest without looking into it. */
export function decodeFields(raw: Buffer, wanted: ReadonlySet<string>): Doc {
  const kept: Buffer[] = [];
  let bytes = 5;
  for (let at = 4; at < raw.length - 1;) {
    const nameEnd = raw.indexOf(0, at + 1);
    const end = nameEnd + 1 + (bytesOfValue(raw, raw[at] as number, nameEnd + 1) ?? Number.NaN);
    // The decoder reports what is wrong with a document that cannot be walked through.
    if (nameEnd < 0 || !(end > nameEnd && end < raw.length)) return decodePlain(raw);
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

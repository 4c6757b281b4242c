import { bytesOfValue } from './elements.ts';

/** A stored field of a document: its type, its name and its value. */
export type Field = { name: string; bytes: Buffer };

/** Visits the top-level fields of a document, by name and position, without reading their values; false if it cannot be walked through. */
export function walkFields(raw: Buffer, visit: (name: string, from: number, to: number) => void): boolean {
  for (let at = 4; at < raw.length - 1;) {
    const nameEnd = raw.indexOf(0, at + 1);
    const end = nameEnd + 1 + (bytesOfValue(raw, raw[at] as number, nameEnd + 1) ?? Number.NaN);
    if (nameEnd < 0 || !(end > nameEnd && end < raw.length)) return false;
    visit(nameOf(raw, at + 1, nameEnd), at, end);
    at = end;
  }
  return true;
}

/** The name of a field; most are ASCII, which needs no decoding. */
function nameOf(raw: Buffer, from: number, to: number): string {
  for (let at = from; at < to; at++) if ((raw[at] as number) >= 0x80) return raw.toString('utf8', from, to);
  return raw.toString('latin1', from, to);
}

/** The top-level fields of a document in order. */
export function fieldsOf(raw: Buffer): Field[] {
  const fields: Field[] = [];
  if (!walkFields(raw, (name, from, to) => fields.push({ name, bytes: raw.subarray(from, to) })))
    throw new Error('a stored document cannot be walked through');
  return fields;
}

/** A document with these fields. */
export function documentOf(fields: readonly Buffer[]): Buffer {
  const head = Buffer.allocUnsafe(4);
  const bytes = fields.reduce((sum, field) => sum + field.length, head.length + 1);
  head.writeInt32LE(bytes);
  return Buffer.concat([head, ...fields, Buffer.alloc(1)], bytes);
}

/** The names of the top-level fields that differ between two documents. */
export function changedFields(before: Buffer, after: Buffer): Set<string> {
  const left = new Map(fieldsOf(before).map(({ name, bytes }) => [name, bytes]));
  const changed = new Set<string>();
  for (const { name, bytes } of fieldsOf(after)) {
    if (left.get(name)?.equals(bytes) !== true) changed.add(name);
    left.delete(name);
  }
  return changed.union(left);
}

import { decodeExact, encode } from '../values/document.ts';
import { documentOf, fieldsOf } from '../values/top-level-fields.ts';
import { checkDocument } from '../wire/check-document.ts';
import type { Modification } from './modification.ts';

/** A stored document after a modification; only the touched fields are decoded and encoded again. */
export function modified(raw: Buffer, { change, touched }: Modification): Buffer {
  if (touched === undefined) return checked(encode(change(decodeExact(raw), false)));
  const fields = fieldsOf(raw);
  const before = documentOf(fields.filter(({ name }) => touched.has(name)).map(({ bytes }) => bytes));
  const after = checked(encode(change(decodeExact(before), false)));
  const left = new Map(fieldsOf(after).map(({ name, bytes }) => [name, bytes]));
  const kept = fields.flatMap(({ name, bytes }) => {
    if (!touched.has(name)) return [bytes];
    const next = left.get(name);
    left.delete(name);
    return next ? [next] : [];
  });
  return documentOf([...kept, ...left.values()]);
}

/** Checks the result: an update may nest more deeply than a document may. */
function checked(raw: Buffer): Buffer {
  checkDocument(raw);
  return raw;
}

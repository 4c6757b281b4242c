import { decodePlain, type Doc } from './document.ts';
import { documentOf, walkFields } from './top-level-fields.ts';

/** Decodes those top-level fields of a document whose names are wanted, and passes over the rest without looking into it. */
export function decodeFields(raw: Buffer, wanted: ReadonlySet<string>): Doc {
  const kept: Buffer[] = [];
  const isWhole = walkFields(raw, (name, bytes) => {
    if (wanted.has(name)) kept.push(bytes);
  });
  // The decoder reports what is wrong with a document that cannot be walked through.
  return decodePlain(isWhole ? documentOf(kept) : raw);
}

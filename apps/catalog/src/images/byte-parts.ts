/** The bytes of a file without some of its parts, in order; each is a view, nothing is copied. */
export type ByteParts = Buffer[];

/** The structure of the file is not that of its type. */
export class StructureBroken extends Error {
  override readonly name = 'StructureBroken';
}

/** A part of the bytes. @throws StructureBroken when the file ends before it does */
export function slice(bytes: Buffer, start: number, length: number): Buffer {
  if (length < 0 || start + length > bytes.length)
    throw new StructureBroken(`the file ends before ${start + length}`);
  return bytes.subarray(start, start + length);
}

import { StructureBroken, bytesAt } from './file-parts.ts';
import type { FileParts, Looker, Range } from './file-parts.ts';

const SIGNATURE_BYTES = 8;
const AROUND_DATA_BYTES = 12;
/** What the look of the image depends on; text, times, Exif, profiles and animations are not in it. */
const KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'bKGD',
  'pHYs',
]);

/** A PNG without what is written about it and without what follows its end. */
export async function pngWithoutMetadata(file: Looker): Promise<FileParts> {
  const parts: Range[] = [{ start: 0, end: SIGNATURE_BYTES }];
  for (let start = SIGNATURE_BYTES; ;) {
    const head = await bytesAt(file, start, 8);
    const type = head.toString('latin1', 4);
    const end = start + head.readUInt32BE(0) + AROUND_DATA_BYTES;
    if (end > file.size) throw new StructureBroken(`the part ${type} does not end`);
    if (KEPT.has(type)) parts.push({ start, end });
    if (type === 'IEND') return parts;
    start = end;
  }
}

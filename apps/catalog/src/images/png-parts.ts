import { PartList, StructureBroken, bytesAt } from './file-parts.ts';
import type { FileParts, Looker } from './file-parts.ts';

const SIGNATURE_BYTES = 8;
const AROUND_DATA_BYTES = 12;
/** The parts that affect the picture, without texts, times, Exif, profiles and animations. */
const KEPT: ReadonlySet<string> = new Set([
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
/** Orientation and colours are read from these before they are left out. */
const DECODED: ReadonlySet<string> = new Set([...KEPT, 'eXIf', 'iCCP']);

/** A PNG without its metadata and without the data after its end. */
export const pngWithoutMetadata = (file: Looker): Promise<FileParts> => chunksOf(file, KEPT);

/** A PNG as it is given to the decoder: texts, which it unpacks to a thousand times their size, are not in it. */
export const decodablePng = (file: Looker): Promise<FileParts> => chunksOf(file, DECODED);

async function chunksOf(file: Looker, kept: ReadonlySet<string>): Promise<FileParts> {
  const parts = new PartList();
  parts.add({ start: 0, end: SIGNATURE_BYTES });
  for (let start = SIGNATURE_BYTES; ;) {
    const head = await bytesAt(file, start, 8);
    const type = head.toString('latin1', 4);
    const end = start + head.readUInt32BE(0) + AROUND_DATA_BYTES;
    if (end > file.size) throw new StructureBroken(`the part ${type} does not end`);
    if (kept.has(type)) parts.add({ start, end });
    if (type === 'IEND') return parts.all();
    start = end;
  }
}

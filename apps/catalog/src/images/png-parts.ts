import { slice } from './byte-parts.ts';
import type { ByteParts } from './byte-parts.ts';

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
export function pngWithoutMetadata(bytes: Buffer): ByteParts {
  const parts: ByteParts = [slice(bytes, 0, SIGNATURE_BYTES)];
  for (let at = SIGNATURE_BYTES; ;) {
    const length = slice(bytes, at, 8).readUInt32BE(0);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const chunk = slice(bytes, at, length + AROUND_DATA_BYTES);
    if (KEPT.has(type)) parts.push(chunk);
    if (type === 'IEND') return parts;
    at += chunk.length;
  }
}

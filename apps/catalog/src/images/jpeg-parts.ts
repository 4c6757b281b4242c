import { StructureBroken, slice } from './byte-parts.ts';
import type { ByteParts } from './byte-parts.ts';

const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APPLICATION_FIRST = 0xe0;
const APPLICATION_LAST = 0xef;
/** Says how the colours are coded; without it the image is read wrongly. */
const ADOBE = 0xee;
const SEGMENT_HEAD_BYTES = 4;

/**
 * A JPEG without what its applications wrote about it: Exif with the place, XMP, IPTC, profiles, previews; and without what follows
 * its end, where phones put further pictures with data of their own. The image itself stays as it is, byte for byte.
 */
export function jpegWithoutMetadata(bytes: Buffer): ByteParts {
  const parts: ByteParts = [slice(bytes, 0, 2)];
  let at = 2;
  for (;;) {
    if (bytes[at] !== MARKER) throw new StructureBroken(`no marker at ${at}`);
    const kind = slice(bytes, at, 2).readUInt8(1);
    if (kind === MARKER) {
      at += 1;
      continue;
    }
    if (kind === END_OF_IMAGE) return [...parts, slice(bytes, at, 2)];
    const end = kind === START_OF_SCAN ? endOfScan(bytes, at + 2) : endOfSegment(bytes, at);
    if (isKept(kind, bytes, at)) parts.push(bytes.subarray(at, end));
    at = end;
  }
}

function endOfSegment(bytes: Buffer, at: number): number {
  const length = slice(bytes, at, SEGMENT_HEAD_BYTES).readUInt16BE(2);
  slice(bytes, at + 2, length);
  return at + 2 + length;
}

/** In a scan a marker is followed by a zero or is a restart; any other one ends it. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    at = bytes.indexOf(MARKER, at);
    if (at < 0) throw new StructureBroken('the scan does not end');
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== MARKER && !(next >= 0xd0 && next <= 0xd7)) return at;
    at += next === MARKER ? 1 : 2;
  }
}

function isKept(kind: number, bytes: Buffer, at: number): boolean {
  if (kind < APPLICATION_FIRST || kind > APPLICATION_LAST || kind === ADOBE) return true;
  return kind === APPLICATION_FIRST && bytes.toString('latin1', at + 4, at + 9) === 'JFIF\0';
}

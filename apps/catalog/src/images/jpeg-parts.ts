import { PartList, StructureBroken, bytesAt } from './file-parts.ts';
import type { FileParts, Looker } from './file-parts.ts';

const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APPLICATION_FIRST = 0xe0;
const APPLICATION_LAST = 0xef;
const COMMENT = 0xfe;
/** Says how the colours are coded; without it the image is read wrongly. */
const ADOBE = 0xee;
const RESTART_FIRST = 0xd0;
const RESTART_LAST = 0xd7;

/**
 * A JPEG without its metadata (comments, Exif with the location, XMP, IPTC, profiles, previews) and without the data after its end,
 * where phones put further pictures with metadata of their own. The image itself stays as it is, byte for byte.
 */
export async function jpegWithoutMetadata(file: Looker): Promise<FileParts> {
  const parts = new PartList();
  parts.add({ start: 0, end: 2 });
  let start = 2;
  for (;;) {
    const head = await bytesAt(file, start, 2);
    const kind = head.readUInt8(1);
    if (head.readUInt8(0) !== MARKER) throw new StructureBroken(`no marker at ${start}`);
    if (kind === END_OF_IMAGE) {
      parts.add({ start, end: start + 2 });
      return parts.all();
    }
    if (kind === MARKER) {
      start += 1;
      continue;
    }
    const isKept = await keeps(file, start, kind);
    const end = kind === START_OF_SCAN ? await endOfScan(file, start + 2) : await endOfSegment(file, start);
    if (isKept) parts.add({ start, end });
    start = end;
  }
}

async function endOfSegment(file: Looker, start: number): Promise<number> {
  const end = start + 2 + (await bytesAt(file, start + 2, 2)).readUInt16BE(0);
  if (end > file.size) throw new StructureBroken(`the segment at ${start} does not end`);
  return end;
}

/** In a scan a marker is followed by a zero or is a restart; any other one ends it. */
async function endOfScan(file: Looker, start: number): Promise<number> {
  for (let at = start; at + 1 < file.size;) {
    const bytes = await file.look(at, 2);
    for (let index = 0; ;) {
      index = bytes.indexOf(MARKER, index);
      const next = index < 0 ? undefined : bytes[index + 1];
      if (next === undefined) {
        at += index < 0 ? bytes.length : index;
        break;
      }
      if (isMarker(next)) return at + index;
      index += next === MARKER ? 1 : 2;
    }
  }
  throw new StructureBroken('the scan does not end');
}

const isMarker = (next: number): boolean =>
  next !== 0 && next !== MARKER && !(next >= RESTART_FIRST && next <= RESTART_LAST);

async function keeps(file: Looker, start: number, kind: number): Promise<boolean> {
  if (kind === COMMENT) return false;
  if (kind < APPLICATION_FIRST || kind > APPLICATION_LAST || kind === ADOBE) return true;
  return kind === APPLICATION_FIRST && (await file.look(start, 9)).toString('latin1', 4, 9) === 'JFIF\0';
}

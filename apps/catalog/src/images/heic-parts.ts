import { StructureBroken, slice } from './byte-parts.ts';
import type { ByteParts } from './byte-parts.ts';
import { boxesIn } from './heic-boxes.ts';
import { heicItems } from './heic-items.ts';
import type { Extent, HeicItem } from './heic-items.ts';

/** Boxes that the image is made of; further ones carry films and whatever a phone adds. */
const KEPT = new Set(['ftyp', 'meta', 'mdat', 'idat', 'free', 'skip']);
/** An offset of nothing, then the smallest data in Exif form: no entries. */
const EMPTY_EXIF = Buffer.from('0000000049492a0008000000000000000000', 'hex');

/** A HEIC image whose Exif and XMP are blank; nothing moves, because the file knows its parts by their places. */
export function heicWithoutMetadata(bytes: Buffer): ByteParts {
  const blanked = Buffer.from(bytes);
  const { items, extents } = partsOf(bytes);
  const about = new Map(items.filter(isMetadata).map((item) => [item.id, item]));
  for (const { itemId, offset, length } of extents) {
    const item = about.get(itemId);
    if (item) blank(slice(blanked, offset, length), item);
  }
  for (const box of boxesIn(bytes, 0, bytes.length)) {
    if (KEPT.has(box.type)) continue;
    blanked.write('free', box.head + 4, 'latin1');
    blanked.fill(0, box.start, box.end);
  }
  return [blanked];
}

/** Whether every part that the file names lies in it. */
export function isWholeHeic(bytes: Buffer): boolean {
  try {
    const { extents } = partsOf(bytes);
    return extents.length > 0 && extents.every(({ offset, length }) => offset + length <= bytes.length);
  } catch (error) {
    if (error instanceof StructureBroken) return false;
    throw error;
  }
}

function partsOf(bytes: Buffer): { items: HeicItem[]; extents: Extent[] } {
  const meta = boxesIn(bytes, 0, bytes.length).find(({ type }) => type === 'meta');
  if (!meta) throw new StructureBroken('the file says nothing about its parts');
  return heicItems(bytes, meta);
}

const isMetadata = ({ type, contentType }: HeicItem): boolean =>
  type === 'Exif' || contentType === 'application/rdf+xml';

function blank(part: Buffer, { type }: HeicItem): void {
  part.fill(type === 'Exif' ? 0 : ' ');
  if (type === 'Exif' && part.length >= EMPTY_EXIF.length) EMPTY_EXIF.copy(part);
}

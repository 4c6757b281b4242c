import { StructureBroken, bytesAt } from './file-parts.ts';
import type { FileParts, Looker, Range } from './file-parts.ts';
import { boxesIn } from './heic-boxes.ts';
import type { Box } from './heic-boxes.ts';
import { heicItems } from './heic-items.ts';
import type { Extent, HeicItem } from './heic-items.ts';

/** Boxes that the image is made of; further ones carry films and whatever a phone adds. */
const KEPT = new Set(['ftyp', 'meta', 'mdat', 'idat', 'free', 'skip']);
/** An offset of nothing, then the smallest data in Exif form: no entries. */
const EMPTY_EXIF = Buffer.from('0000000049492a0008000000000000000000', 'hex');

/** Bytes that take the place of others; as many. */
interface Patch {
  start: number;
  bytes: Buffer;
}

/** A HEIC image whose Exif and XMP are blank; nothing moves, because the file knows its parts by their places. */
export async function heicWithoutMetadata(file: Looker): Promise<FileParts> {
  const { boxes, items, extents } = await partsOf(file);
  if (!areInside(file, extents)) throw new StructureBroken('an item lies outside of the file');
  const about = new Map(items.filter(isMetadata).map((item) => [item.id, item]));
  const blanks = extents.flatMap(({ itemId, offset, length }) => {
    const item = about.get(itemId);
    return item ? [{ start: offset, bytes: blank(item, length) }] : [];
  });
  const others: Patch[] = [];
  for (const box of boxes.filter(({ type }) => !KEPT.has(type))) others.push(await asFree(file, box));
  return patched(file, [...blanks, ...others]);
}

/** Whether every part that the file names lies in it. @throws StructureBroken when it names none */
export async function isWholeHeic(file: Looker): Promise<boolean> {
  const { extents } = await partsOf(file);
  return extents.length > 0 && areInside(file, extents);
}

const areInside = ({ size }: Looker, extents: readonly Extent[]): boolean =>
  extents.every(({ offset, length }) => offset + length <= size);

async function partsOf(file: Looker): Promise<{ boxes: Box[]; items: HeicItem[]; extents: Extent[] }> {
  const boxes = await boxesIn(file, 0, file.size);
  const meta = boxes.find(({ type }) => type === 'meta');
  if (!meta) throw new StructureBroken('the file says nothing about its parts');
  return { boxes, ...(await heicItems(file, meta)) };
}

const isMetadata = ({ type, contentType }: HeicItem): boolean =>
  type === 'Exif' || contentType === 'application/rdf+xml';

function blank({ type }: HeicItem, length: number): Buffer {
  const bytes = Buffer.alloc(length, type === 'Exif' ? 0 : ' ');
  if (type === 'Exif' && length >= EMPTY_EXIF.length) EMPTY_EXIF.copy(bytes);
  return bytes;
}

/** The box as one that readers pass over, with nothing in it. */
async function asFree(file: Looker, { head, start, end }: Box): Promise<Patch> {
  const bytes = Buffer.alloc(end - head);
  (await bytesAt(file, head, start - head)).copy(bytes);
  bytes.write('free', 4, 'latin1');
  return { start: head, bytes };
}

function patched({ size }: Looker, patches: readonly Patch[]): FileParts {
  const parts: (Range | Buffer)[] = [];
  let at = 0;
  for (const { start, bytes } of patches.toSorted((a, b) => a.start - b.start)) {
    if (start < at) throw new StructureBroken('two parts of the file lie over each other');
    parts.push({ start: at, end: start }, bytes);
    at = start + bytes.length;
  }
  return [...parts, { start: at, end: size }];
}

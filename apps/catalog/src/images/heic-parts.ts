import { PartList, StructureBroken, bytesAt } from './file-parts.ts';
import type { FilePart, FileParts, Looker } from './file-parts.ts';
import { boxOf, boxesIn } from './heic-boxes.ts';
import type { Box } from './heic-boxes.ts';
import { heicItems } from './heic-items.ts';
import type { Extent, HeicItem } from './heic-items.ts';
import { heicSize } from './heic-size.ts';
import type { Size } from './size.ts';

/** Boxes that the image is made of; further ones carry films and whatever a phone adds. */
const KEPT = new Set(['ftyp', 'meta', 'mdat', 'idat', 'free', 'skip']);
/** An offset of nothing, then the smallest data in Exif form: no entries. */
const EMPTY_EXIF = Buffer.from('0000000049492a0008000000000000000000', 'hex');
const BLANK = ' '.charCodeAt(0);

/** Bytes that take the place of other ones; as many. */
interface Patch {
  start: number;
  end: number;
  content: readonly FilePart[];
}

/** A HEIC image whose Exif and XMP are blank; nothing moves, because the file knows its parts by their places. */
export async function heicWithoutMetadata(file: Looker): Promise<FileParts> {
  const { boxes, meta } = await levelsOf(file);
  const { items, extents } = await heicItems(file, meta);
  requireInside(file, extents);
  const about = new Map(items.filter(isMetadata).map((item) => [item.id, item]));
  const blanks = extents.flatMap((extent) => {
    const item = about.get(extent.itemId);
    return item ? [blanked(item, extent)] : [];
  });
  const others: Patch[] = [];
  for (const box of boxes.filter(({ type }) => !KEPT.has(type))) others.push(await asFree(file, box));
  return patched(file, [...blanks, ...others]);
}

/** The size of a HEIC image whose container was looked through. @throws StructureBroken when it is damaged */
export async function wholeHeic(file: Looker): Promise<Size> {
  const { meta } = await levelsOf(file);
  const { extents } = await heicItems(file, meta);
  if (extents.length === 0) throw new StructureBroken('the file has no parts');
  requireInside(file, extents);
  return heicSize(file, meta);
}

/** Readers copy every part; parts that lie over each other make them copy more than the file holds. */
function requireInside({ size }: Looker, extents: readonly Extent[]): void {
  if (extents.some(({ offset, length }) => offset + length > size))
    throw new StructureBroken('an item lies outside of the file');
  if (extents.reduce((sum, { length }) => sum + length, 0) > size)
    throw new StructureBroken('the items lie over each other');
}

async function levelsOf(file: Looker): Promise<{ boxes: Box[]; meta: Box[] }> {
  const boxes = await boxesIn(file, 0, file.size);
  const meta = boxOf(boxes, 'meta');
  return { boxes, meta: await boxesIn(file, meta.start + 4, meta.end) };
}

const isMetadata = ({ type, contentType }: HeicItem): boolean =>
  type === 'Exif' || contentType === 'application/rdf+xml';

function blanked({ type }: HeicItem, { offset: start, length }: Extent): Patch {
  const isExif = type === 'Exif';
  const head = isExif && length >= EMPTY_EXIF.length ? [EMPTY_EXIF] : [];
  const rest = length - (head[0]?.length ?? 0);
  return { start, end: start + length, content: [...head, { value: isExif ? 0 : BLANK, length: rest }] };
}

/** The box as one that readers pass over, with nothing in it. */
async function asFree(file: Looker, { head, start, end }: Box): Promise<Patch> {
  const bytes = Buffer.from(await bytesAt(file, head, start - head));
  bytes.write('free', 4, 'latin1');
  return { start: head, end, content: [bytes, { value: 0, length: end - start }] };
}

function patched({ size }: Looker, patches: readonly Patch[]): FileParts {
  const parts = new PartList();
  let at = 0;
  for (const { start, end, content } of patches.toSorted((a, b) => a.start - b.start)) {
    if (start < at) throw new StructureBroken('two parts of the file lie over each other');
    parts.add({ start: at, end: start });
    for (const part of content) parts.add(part);
    at = end;
  }
  parts.add({ start: at, end: size });
  return parts.all();
}

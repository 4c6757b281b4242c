import { StructureBroken } from './byte-parts.ts';
import { NumberReader, boxesIn } from './heic-boxes.ts';
import type { Box } from './heic-boxes.ts';

/** Something that a HEIC file holds: an image, a tile, or data about them. */
export interface HeicItem {
  id: number;
  type: string;
  /** Media type of data that is not about the coding. */
  contentType?: string;
}

/** Where the bytes of an item lie, from the beginning of the file. */
export interface Extent {
  itemId: number;
  offset: number;
  length: number;
}

/** The items of the file and the places of their bytes. @throws StructureBroken when they cannot be told */
export function heicItems(bytes: Buffer, meta: Box): { items: HeicItem[]; extents: Extent[] } {
  const boxes = boxesIn(bytes, meta.start + 4, meta.end);
  const box = (type: string) => boxes.find((each) => each.type === type);
  const [information, locations] = [box('iinf'), box('iloc')];
  if (!information || !locations) throw new StructureBroken('the file names no items');
  return {
    items: itemsOf(bytes, information),
    extents: extentsOf(bytes, locations, box('idat')?.start ?? 0),
  };
}

function itemsOf(bytes: Buffer, information: Box): HeicItem[] {
  const read = new NumberReader(bytes, information.start);
  const version = read.next(4) >>> 24;
  read.next(version === 0 ? 2 : 4);
  return boxesIn(bytes, read.at, information.end).map(({ start }) => itemAt(bytes, start));
}

function itemAt(bytes: Buffer, start: number): HeicItem {
  const read = new NumberReader(bytes, start);
  const version = read.next(4) >>> 24;
  if (version < 2) throw new StructureBroken(`an entry of version ${version}`);
  const id = read.next(version === 2 ? 2 : 4);
  read.next(2);
  const type = Buffer.from([read.next(1), read.next(1), read.next(1), read.next(1)]).toString('latin1');
  read.text();
  return { id, type, ...(type === 'mime' && { contentType: read.text() }) };
}

function extentsOf(bytes: Buffer, locations: Box, dataStart: number): Extent[] {
  const read = new NumberReader(bytes, locations.start);
  const version = read.next(4) >>> 24;
  const widths = read.next(2);
  const width = (shift: number) => (widths >>> shift) & 0xf;
  const idWidth = version < 2 ? 2 : 4;
  const count = read.next(idWidth);
  const extents: Extent[] = [];
  for (let item = 0; item < count; item += 1) {
    const itemId = read.next(idWidth);
    const method = version === 0 ? 0 : read.next(2) & 0xf;
    if (method > 1) throw new StructureBroken('an item is made of other items');
    read.next(2);
    const base = read.next(width(4)) + (method === 1 ? dataStart : 0);
    for (let left = read.next(2); left > 0; left -= 1) {
      if (version > 0) read.next(width(0));
      const offset = base + read.next(width(12));
      extents.push({ itemId, offset, length: read.next(width(8)) });
    }
  }
  return extents;
}

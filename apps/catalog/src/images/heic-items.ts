import { StructureBroken } from './file-parts.ts';
import type { Looker } from './file-parts.ts';
import { NumberReader, boxOf, boxesIn } from './heic-boxes.ts';
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

const MOST_EXTENTS = 20_000;

/** The items of the file and the places of their bytes. @throws StructureBroken when they cannot be determined */
export async function heicItems(
  file: Looker,
  boxes: readonly Box[],
): Promise<{ items: HeicItem[]; extents: Extent[] }> {
  const data = boxes.find(({ type }) => type === 'idat');
  const items = await itemsOf(file, boxOf(boxes, 'iinf'));
  return { items, extents: await extentsOf(file, boxOf(boxes, 'iloc'), data?.start ?? 0) };
}

async function itemsOf(file: Looker, information: Box): Promise<HeicItem[]> {
  const read = new NumberReader(file, information);
  const version = (await read.next(4)) >>> 24;
  await read.next(version === 0 ? 2 : 4);
  const items: HeicItem[] = [];
  for (const box of await boxesIn(file, read.at, information.end)) items.push(await itemAt(file, box));
  return items;
}

async function itemAt(file: Looker, box: Box): Promise<HeicItem> {
  const read = new NumberReader(file, box);
  const version = (await read.next(4)) >>> 24;
  if (version < 2) throw new StructureBroken(`an entry of version ${version}`);
  const id = await read.next(version === 2 ? 2 : 4);
  await read.next(2);
  const code = Buffer.alloc(4);
  code.writeUInt32BE(await read.next(4));
  const type = code.toString('latin1');
  await read.text();
  return { id, type, ...(type === 'mime' && { contentType: await read.text() }) };
}

async function extentsOf(file: Looker, locations: Box, dataStart: number): Promise<Extent[]> {
  const read = new NumberReader(file, locations);
  const version = (await read.next(4)) >>> 24;
  const widths = await read.next(2);
  const width = (shift: number) => widthOf((widths >>> shift) & 0xf);
  const idWidth = version < 2 ? 2 : 4;
  const extents: Extent[] = [];
  for (let left = await read.next(idWidth); left > 0; left -= 1) {
    const itemId = await read.next(idWidth);
    const method = version === 0 ? 0 : (await read.next(2)) & 0xf;
    if (method > 1) throw new StructureBroken('an item is made of other items');
    await read.next(2);
    const base = (await read.next(width(4))) + (method === 1 ? dataStart : 0);
    for (let parts = await read.next(2); parts > 0; parts -= 1) {
      if (extents.length >= MOST_EXTENTS) throw new StructureBroken('the items have too many parts');
      if (version > 0) await read.next(width(0));
      const offset = base + (await read.next(width(12)));
      extents.push({ itemId, offset, length: await read.next(width(8)) });
    }
  }
  return extents;
}

function widthOf(bytes: number): number {
  if (![0, 4, 8].includes(bytes)) throw new StructureBroken(`numbers of ${bytes} bytes`);
  return bytes;
}

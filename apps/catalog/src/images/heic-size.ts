import { StructureBroken } from './file-parts.ts';
import type { Looker } from './file-parts.ts';
import { NumberReader, boxOf, boxesIn } from './heic-boxes.ts';
import type { Box } from './heic-boxes.ts';
import type { Size } from './size.ts';

const MOST_ASSOCIATIONS = 50_000;
const WIDE_INDEXES = 1;

/** The size of the primary image, as declared in the file. @throws StructureBroken if it is missing */
export async function heicSize(file: Looker, boxes: readonly Box[]): Promise<Size> {
  const itemId = await primaryItem(file, boxOf(boxes, 'pitm'));
  const parts = await contentOf(file, boxOf(boxes, 'iprp'));
  const properties = await contentOf(file, boxOf(parts, 'ipco'));
  const associations = parts.filter(({ type }) => type === 'ipma');
  for (const association of associations) {
    for (const index of await propertiesOf(file, association, itemId)) {
      const property = properties[index - 1];
      if (property?.type === 'ispe') return sizeIn(file, property);
    }
  }
  throw new StructureBroken('the image has no size');
}

const contentOf = (file: Looker, { start, end }: Box): Promise<Box[]> => boxesIn(file, start, end);

async function primaryItem(file: Looker, box: Box): Promise<number> {
  const read = new NumberReader(file, box);
  const version = (await read.next(4)) >>> 24;
  return read.next(version === 0 ? 2 : 4);
}

/** The places of the properties of an item, the first one being 1. */
async function propertiesOf(file: Looker, box: Box, itemId: number): Promise<number[]> {
  const read = new NumberReader(file, box);
  const head = await read.next(4);
  const [version, isWide] = [head >>> 24, (head & WIDE_INDEXES) !== 0];
  let seen = 0;
  for (let entries = await read.next(4); entries > 0; entries -= 1) {
    const isWanted = (await read.next(version === 0 ? 2 : 4)) === itemId;
    const indexes: number[] = [];
    for (let left = await read.next(1); left > 0; left -= 1) {
      const index = (await read.next(isWide ? 2 : 1)) & (isWide ? 0x7fff : 0x7f);
      if (isWanted) indexes.push(index);
      seen += 1;
    }
    if (isWanted) return indexes;
    if (seen > MOST_ASSOCIATIONS) throw new StructureBroken('the items have too many properties');
  }
  return [];
}

async function sizeIn(file: Looker, box: Box): Promise<Size> {
  const read = new NumberReader(file, box);
  await read.next(4);
  return { width: await read.next(4), height: await read.next(4) };
}

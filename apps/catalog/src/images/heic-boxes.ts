import { StructureBroken, bytesAt } from './file-parts.ts';
import type { Looker } from './file-parts.ts';

/** A box of a HEIC file; `start` and `end` bound its content. */
export interface Box {
  type: string;
  head: number;
  start: number;
  end: number;
}

const LONG_HEAD_BYTES = 16;
/** The limit of one level; a picture of 48 megapixels has some 300 items. */
const MOST_BOXES = 10_000;

/** The boxes between two places, one after the other. @throws StructureBroken when one does not end in there, or there are too many */
export async function boxesIn(file: Looker, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let head = from; head < to;) {
    const box = await boxAt(file, head, to);
    if (box.end < box.start || box.end > to) throw new StructureBroken(`the box ${box.type} does not end`);
    if (boxes.length >= MOST_BOXES) throw new StructureBroken('the file has too many boxes');
    boxes.push(box);
    head = box.end;
  }
  return boxes;
}

/** The first box of a type. @throws StructureBroken when it is missing */
export function boxOf(boxes: readonly Box[], type: string): Box {
  const found = boxes.find((each) => each.type === type);
  if (!found) throw new StructureBroken(`the box ${type} is missing`);
  return found;
}

async function boxAt(file: Looker, head: number, to: number): Promise<Box> {
  const bytes = await bytesAt(file, head, 8);
  const short = bytes.readUInt32BE(0);
  const type = bytes.toString('latin1', 4);
  if (short === 0) return { type, head, start: head + 8, end: to };
  if (short !== 1) return { type, head, start: head + 8, end: head + short };
  const long = (await bytesAt(file, head, LONG_HEAD_BYTES)).readBigUInt64BE(8);
  return { type, head, start: head + LONG_HEAD_BYTES, end: head + Number(long) };
}

/** Reads unsigned numbers of any width one after the other. */
export class NumberReader {
  readonly #file: Looker;
  readonly #end: number;
  #at: number;

  constructor(file: Looker, { start, end }: Box) {
    this.#file = file;
    this.#at = start;
    this.#end = end;
  }

  get at(): number {
    return this.#at;
  }

  async next(width: number): Promise<number> {
    if (width === 0) return 0;
    if (this.#at + width > this.#end) throw new StructureBroken('a table does not end');
    const part = await bytesAt(this.#file, this.#at, width);
    this.#at += width;
    return width === 8 ? Number(part.readBigUInt64BE(0)) : part.readUIntBE(0, width);
  }

  /** Text up to its zero. */
  async text(): Promise<string> {
    const codes: number[] = [];
    for (;;) {
      const code = await this.next(1);
      if (code === 0) return String.fromCharCode(...codes);
      codes.push(code);
      if (codes.length > MAX_TEXT) throw new StructureBroken('a name does not end');
    }
  }
}

const MAX_TEXT = 1000;

import { StructureBroken, slice } from './byte-parts.ts';

/** A box of a HEIC file; `start` and `end` bound its content. */
export interface Box {
  type: string;
  head: number;
  start: number;
  end: number;
}

/** The boxes between two places, one after the other. @throws StructureBroken when one does not end in there */
export function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    const short = slice(bytes, at, 8).readUInt32BE(0);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const headBytes = short === 1 ? 16 : 8;
    const long = short === 1 ? Number(slice(bytes, at, 16).readBigUInt64BE(8)) : short;
    const length = short === 0 ? to - at : long;
    if (length < headBytes || at + length > to) throw new StructureBroken(`the box ${type} does not end`);
    boxes.push({ type, head: at, start: at + headBytes, end: at + length });
    at += length;
  }
  return boxes;
}

/** Reads unsigned numbers of any width one after the other. */
export class NumberReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  next(width: number): number {
    if (width === 0) return 0;
    const part = slice(this.#bytes, this.#at, width);
    this.#at += width;
    return width === 8 ? Number(part.readBigUInt64BE(0)) : part.readUIntBE(0, width);
  }

  /** Text up to its zero. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end < 0) throw new StructureBroken('a name does not end');
    const found = this.#bytes.toString('latin1', this.#at, end);
    this.#at = end + 1;
    return found;
  }
}

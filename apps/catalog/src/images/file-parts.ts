import { open } from 'node:fs/promises';

/** The structure of the file is not that of its type, or has more parts than any honest file. */
export class StructureBroken extends Error {
  override readonly name = 'StructureBroken';
}

/** A part of a file: its first byte and the byte after its last one. */
export interface Range {
  start: number;
  end: number;
}

/** So many bytes of one value. */
export interface Fill {
  value: number;
  length: number;
}

export type FilePart = Range | Fill | Buffer;

/** The parts that a new file is made of: parts of an old file, and bytes that replace others. */
export type FileParts = readonly FilePart[];

/** Reads a file at any position without holding all of it in memory. */
export interface Looker {
  readonly size: number;
  /**
   * The bytes from a position on: at least so many, unless the file ends before. Their memory is never written again.
   */
  look(at: number, atLeast?: number): Promise<Buffer>;
}

/** A file by its path, or its bytes when they are in memory. */
export type FileSource = string | Buffer;

const WINDOW_BYTES = 64 * 1024;

/** Gives access to a file, which is read through one small buffer unless it is in memory. */
export async function lookInto<T>(source: FileSource, read: (file: Looker) => Promise<T>): Promise<T> {
  if (typeof source !== 'string') {
    return read({ size: source.length, look: (at) => Promise.resolve(source.subarray(at)) });
  }
  const file = await open(source);
  try {
    const { size } = await file.stat();
    let window = Buffer.alloc(0);
    let start = 0;
    const look = async (at: number, atLeast = 1): Promise<Buffer> => {
      const isInside = at >= start && at + atLeast <= start + window.length;
      if (!isInside) {
        const memory = Buffer.allocUnsafe(Math.max(atLeast, WINDOW_BYTES));
        const { bytesRead } = await file.read(memory, 0, memory.length, at);
        window = memory.subarray(0, bytesRead);
        start = at;
      }
      return window.subarray(at - start);
    };
    return await read({ size, look });
  } finally {
    await file.close();
  }
}

/** Exactly so many bytes. @throws StructureBroken when the file ends before */
export async function bytesAt(file: Looker, at: number, length: number): Promise<Buffer> {
  if (at + length > file.size) throw new StructureBroken(`the file ends before ${at + length}`);
  return (await file.look(at, length)).subarray(0, length);
}

const MOST_PARTS = 10_000;

/**
 * Collects parts; those that follow each other become one, so that a file of a million chunks takes no memory for each.
 */
export class PartList {
  readonly #parts: FilePart[] = [];

  /** @throws StructureBroken when there are too many */
  add(part: FilePart): void {
    if (lengthOf(part) === 0) return;
    const last = this.#parts.at(-1);
    if (last && isRange(last) && isRange(part) && last.end === part.start) {
      this.#parts[this.#parts.length - 1] = { start: last.start, end: part.end };
      return;
    }
    if (this.#parts.length >= MOST_PARTS) throw new StructureBroken('the file has too many parts');
    this.#parts.push(part);
  }

  all(): FileParts {
    return this.#parts;
  }
}

export const isRange = (part: FilePart): part is Range => 'start' in part;

/** True if the parts are a file of that size, unchanged. */
export const isWhole = ([first, ...others]: FileParts, size: number): boolean =>
  first !== undefined && isRange(first) && first.start === 0 && first.end === size && others.length === 0;

export const lengthOf = (part: FilePart): number => (isRange(part) ? part.end - part.start : part.length);

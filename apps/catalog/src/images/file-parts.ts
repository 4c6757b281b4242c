import { open } from 'node:fs/promises';

/** The structure of the file is not that of its type. */
export class StructureBroken extends Error {
  override readonly name = 'StructureBroken';
}

/** A part of a file, from its first byte to the one behind its last. */
export interface Range {
  start: number;
  end: number;
}

/** What a new file is made of: parts of an old one, and bytes that take the place of others. */
export type FileParts = readonly (Range | Buffer)[];

/** Lets a file be looked into at any place, without holding all of it. */
export interface Looker {
  readonly size: number;
  /** The bytes from a place on: at least so many, unless the file ends before, and good until the next call. */
  look(at: number, atLeast?: number): Promise<Buffer>;
}

const WINDOW_BYTES = 64 * 1024;

/** Looks into a file through one small window. */
export async function lookInto<T>(path: string, read: (file: Looker) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let window = Buffer.allocUnsafe(WINDOW_BYTES);
    let start = 0;
    let length = 0;
    const look = async (at: number, atLeast = 1): Promise<Buffer> => {
      const isInside = at >= start && at + atLeast <= start + length;
      if (!isInside) {
        if (atLeast > window.length) window = Buffer.allocUnsafe(atLeast);
        ({ bytesRead: length } = await file.read(window, 0, window.length, at));
        start = at;
      }
      return window.subarray(at - start, length);
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

/** The parts with those that follow each other joined, and empty ones left out. */
export function joined(parts: FileParts): FileParts {
  const all: (Range | Buffer)[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (!Buffer.isBuffer(part) && last && !Buffer.isBuffer(last) && last.end === part.start) {
      all[all.length - 1] = { start: last.start, end: part.end };
    } else if (Buffer.isBuffer(part) ? part.length > 0 : part.end > part.start) {
      all.push(part);
    }
  }
  return all;
}

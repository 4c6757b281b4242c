import { close, fstat, open, read } from 'node:fs';
import { promisify } from 'node:util';

// Descriptors, because the library that reads ZIP files takes them, and closes them.
const openAs = promisify(open) as (path: string, flags: string, mode?: number) => Promise<number>;
export const openFile = (path: string): Promise<number> => openAs(path, 'r');
/** A new file that two processes write and read. */
export const openScratch = (path: string): Promise<number> => openAs(path, 'wx+', 0o600);
export const closeFile: (descriptor: number) => Promise<void> = promisify(close);
export const statOf = promisify(fstat) as (descriptor: number) => Promise<{ size: number }>;
const readOpened = promisify(read);

/** Fills the memory from a position of the file on; returns how much of it, less at the end of the file. */
export async function readAt(descriptor: number, position: number, memory: Buffer): Promise<number> {
  for (let length = 0; ;) {
    const { bytesRead } = await readOpened(
      descriptor,
      memory,
      length,
      memory.length - length,
      position + length,
    );
    length += bytesRead;
    if (bytesRead === 0 || length === memory.length) return length;
  }
}

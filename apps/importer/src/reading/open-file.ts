import { close, open, read } from 'node:fs';
import { promisify } from 'node:util';

// Descriptors, because the library that reads ZIP files takes them, and closes them.
const openToRead = promisify(open);
export const openFile = (path: string): Promise<number> => openToRead(path, 'r');
export const closeFile: (descriptor: number) => Promise<void> = promisify(close);
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

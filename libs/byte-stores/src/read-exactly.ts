import { open } from 'node:fs/promises';
import { BytesMissing } from '@estate/persistence';
import { isMissing } from './system-error.ts';

/** Most photos in one piece. */
const READ_BYTES = 1024 * 1024;

/** Gives the memory that a piece is read into. */
export type MemoryOf = (length: number) => Buffer;

/** The same memory for every piece; each is valid until the next one is asked for. */
export function sameMemory(): MemoryOf {
  let memory: Buffer | undefined;
  return (length) => {
    // The first piece is the longest.
    memory ??= Buffer.allocUnsafeSlow(length);
    return memory.subarray(0, length);
  };
}

/** The bytes of a file, piece by piece. @throws BytesMissing when it is not there or has not exactly that size */
export async function* readExactly(
  path: string,
  size: number,
  memoryOf: MemoryOf,
): AsyncGenerator<Buffer, void> {
  const file = await open(path).catch((error: unknown) => {
    throw isMissing(error) ? new BytesMissing(`${path} is missing.`, { cause: error }) : error;
  });
  let length = 0;
  try {
    for (;;) {
      // One byte more than there should be, so that a file that is too long is noticed.
      const room = memoryOf(Math.min(READ_BYTES, Math.max(0, size - length) + 1));
      const { bytesRead } = await file.read(room, 0, room.length);
      if (bytesRead === 0) break;
      length += bytesRead;
      yield room.subarray(0, bytesRead);
      if (length === size && bytesRead < room.length) break;
    }
  } finally {
    await file.close();
  }
  if (length !== size) throw new BytesMissing(`${path} has ${String(length)} of ${String(size)} bytes.`);
}

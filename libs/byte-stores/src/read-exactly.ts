import { open } from 'node:fs/promises';
import { BytesMissing } from '@estate/persistence';
import { isMissing } from './system-error.ts';

/** The size of a piece, which most photos fit into. */
const READ_BYTES = 1024 * 1024;

/** Returns the memory for a piece. */
export type MemoryOf = (length: number) => Buffer;

/** Returns the same memory for every piece; each is valid until the next one is requested. */
export function sameMemory(): MemoryOf {
  let memory: Buffer | undefined;
  return (length) => {
    // The first piece is the longest.
    memory ??= Buffer.allocUnsafeSlow(length);
    return memory.subarray(0, length);
  };
}

/** The bytes of a file, piece by piece. @throws BytesMissing if it does not exist or has another size */
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
      // One byte more than expected, so that a file that is too long is noticed.
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

import { open } from 'node:fs/promises';

/** The size of a piece: most photos fit into one, which saves overhead. */
const PIECE_BYTES = 1024 * 1024;

/** The bytes of a file, piece by piece; each piece has memory of its own, no larger than `pieceBytes` and than the rest of the file. */
export async function* piecesOfFile(path: string, pieceBytes = PIECE_BYTES): AsyncGenerator<Buffer, void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (let at = 0; at < size;) {
      const memory = Buffer.allocUnsafe(Math.min(pieceBytes, size - at));
      const { bytesRead } = await file.read(memory, 0, memory.length, at);
      if (bytesRead === 0) throw new Error(`${path} has become shorter than ${String(at)} bytes.`);
      at += bytesRead;
      yield memory.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

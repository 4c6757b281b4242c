import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Reads to the end in chunks, so that the sender's buffers fill and its bytes wait in its own memory. */
export async function receiveSlowly(data: Socket, pieceBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = data.read(Math.min(pieceBytes, data.readableLength)) as Buffer | null;
    if (piece === null && data.readableEnded) return Buffer.concat(pieces);
    if (piece !== null && piece.length > 0) pieces.push(piece);
    await pause(1);
  }
}

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isRange, lengthOf } from './file-parts.ts';
import type { FilePart, FileParts } from './file-parts.ts';

const PIECE_BYTES = 256 * 1024;

export interface WrittenFile {
  sha256: string;
  size: number;
}

/** Writes a new file from parts of another one, piece by piece. */
export const writeParts = (source: string, parts: FileParts, target: string): Promise<WrittenFile> =>
  writePieces(target, piecesOf(source, parts));

/** Writes a file as its pieces arrive, and hashes it on the way. */
export async function writePieces(target: string, pieces: AsyncIterable<Buffer>): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(target, 'w');
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.length;
      await file.writeFile(piece);
    }
    return { sha256: hash.digest('hex'), size };
  } finally {
    await file.close();
  }
}

/** The new file in memory. */
export async function joinedParts(source: string, parts: FileParts): Promise<Buffer> {
  const joined = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + lengthOf(part), 0));
  let at = 0;
  for await (const piece of piecesOf(source, parts)) at += piece.copy(joined, at);
  return joined.subarray(0, at);
}

/** Each piece has memory of its own. */
async function* piecesOf(source: string, parts: FileParts): AsyncGenerator<Buffer, void> {
  const file = await open(source);
  try {
    for (const part of parts) yield* piecesOfPart(file, part);
  } finally {
    await file.close();
  }
}

async function* piecesOfPart(file: FileHandle, part: FilePart): AsyncGenerator<Buffer, void> {
  if (Buffer.isBuffer(part)) {
    yield part;
    return;
  }
  const length = lengthOf(part);
  for (let done = 0; done < length;) {
    const wanted = Math.min(PIECE_BYTES, length - done);
    const piece = isRange(part)
      ? await readAt(file, part.start + done, wanted)
      : Buffer.alloc(wanted, part.value);
    yield piece;
    done += piece.length;
  }
}

async function readAt(file: FileHandle, at: number, wanted: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
  if (bytesRead === 0) throw new Error(`the file has become shorter than ${at}`);
  return buffer.subarray(0, bytesRead);
}

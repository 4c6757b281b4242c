import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isRange, lengthOf } from './file-parts.ts';
import type { FilePart, FileParts } from './file-parts.ts';

/** Fewer and larger pieces spare the work that each of them makes. */
export const PIECE_BYTES = 256 * 1024;

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
      await writeWhole(file, piece);
    }
    return { sha256: hash.digest('hex'), size };
  } finally {
    await file.close();
  }
}

async function writeWhole(file: FileHandle, piece: Buffer): Promise<void> {
  for (let from = 0; from < piece.length;) from += (await file.write(piece, from)).bytesWritten;
}

/** The new file in memory. */
export async function joinedParts(source: string, parts: FileParts): Promise<Buffer> {
  const joined = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + lengthOf(part), 0));
  let at = 0;
  for await (const piece of piecesOf(source, parts)) at += piece.copy(joined, at);
  return joined.subarray(0, at);
}

/** A piece is valid until the next one is asked for: ranges are read into the same memory. */
async function* piecesOf(source: string, parts: FileParts): AsyncGenerator<Buffer, void> {
  const file = await open(source);
  try {
    const longest = Math.max(0, ...parts.map((part) => (Buffer.isBuffer(part) ? 0 : lengthOf(part))));
    const memory = Buffer.allocUnsafe(Math.min(PIECE_BYTES, longest));
    for (const part of parts) yield* Buffer.isBuffer(part) ? [part] : piecesOfPart(file, part, memory);
  } finally {
    await file.close();
  }
}

async function* piecesOfPart(
  file: FileHandle,
  part: Exclude<FilePart, Buffer>,
  memory: Buffer,
): AsyncGenerator<Buffer, void> {
  const length = lengthOf(part);
  for (let done = 0; done < length;) {
    const wanted = memory.subarray(0, Math.min(memory.length, length - done));
    const piece = isRange(part) ? await readAt(file, part.start + done, wanted) : wanted.fill(part.value);
    yield piece;
    done += piece.length;
  }
}

async function readAt(file: FileHandle, at: number, memory: Buffer): Promise<Buffer> {
  const { bytesRead } = await file.read(memory, 0, memory.length, at);
  if (bytesRead === 0) throw new Error(`the file has become shorter than ${at}`);
  return memory.subarray(0, bytesRead);
}

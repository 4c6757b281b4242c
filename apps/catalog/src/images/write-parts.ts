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

/** Writes a new file from parts of another one, piece by piece, and hashes it on the way. */
export async function writeParts(source: string, parts: FileParts, target: string): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(target, 'w');
  try {
    for await (const piece of piecesOf(source, parts)) {
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

/** Every piece is good until the next one is asked for. */
async function* piecesOf(source: string, parts: FileParts): AsyncGenerator<Buffer, void> {
  const file = await open(source);
  try {
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    for (const part of parts) yield* piecesOfPart(file, part, buffer);
  } finally {
    await file.close();
  }
}

async function* piecesOfPart(file: FileHandle, part: FilePart, buffer: Buffer): AsyncGenerator<Buffer, void> {
  if (Buffer.isBuffer(part)) {
    yield part;
    return;
  }
  const length = lengthOf(part);
  for (let done = 0; done < length;) {
    const wanted = Math.min(buffer.length, length - done);
    const read = isRange(part) ? await filled(file, buffer, { at: part.start + done, wanted }) : wanted;
    if (!isRange(part)) buffer.fill(part.value, 0, wanted);
    yield buffer.subarray(0, read);
    done += read;
  }
}

async function filled(
  file: FileHandle,
  buffer: Buffer,
  { at, wanted }: { at: number; wanted: number },
): Promise<number> {
  const { bytesRead } = await file.read(buffer, 0, wanted, at);
  if (bytesRead === 0) throw new Error(`the file has become shorter than ${at}`);
  return bytesRead;
}

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isRange, lengthOf } from './file-parts.ts';
import type { FilePart, FileParts, FileSource } from './file-parts.ts';

/** Fewer and larger writes spare the work that each of them makes. */
const WRITE_BYTES = 256 * 1024;
/** A sender may send single bytes. */
const WRITE_PIECES = 1024;

export interface WrittenFile {
  sha256: string;
  size: number;
}

/** Writes a new file from parts of another one, piece by piece. */
export const writeParts = (source: FileSource, parts: FileParts, target: string): Promise<WrittenFile> =>
  writing(target, async (write) => {
    for await (const piece of piecesOf(source, parts)) await write([piece]);
  });

/** Writes a file as its bytes arrive, and hashes it on the way. Pieces that arrive one after the other are one write. */
export const writeStream = (target: string, stream: AsyncIterable<Buffer>): Promise<WrittenFile> =>
  writing(target, async (write) => {
    let held: Buffer[] = [];
    let heldBytes = 0;
    for await (const piece of stream) {
      held.push(piece);
      heldBytes += piece.length;
      if (heldBytes < WRITE_BYTES && held.length < WRITE_PIECES) continue;
      await write(held);
      held = [];
      heldBytes = 0;
    }
    await write(held);
  });

type Write = (pieces: readonly Buffer[]) => Promise<void>;

async function writing(target: string, work: (write: Write) => Promise<void>): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(target, 'w');
  try {
    await work(async (pieces) => {
      for (const piece of pieces) {
        hash.update(piece);
        size += piece.length;
      }
      await writeWhole(file, pieces);
    });
    return { sha256: hash.digest('hex'), size };
  } finally {
    await file.close();
  }
}

/** A write may end before its last byte. */
async function writeWhole(file: FileHandle, pieces: readonly Buffer[]): Promise<void> {
  for (let rest = pieces; rest.length > 0;) rest = after(rest, (await file.writev(rest)).bytesWritten);
}

/** The rest of pieces once so many bytes of them are written. */
function after(pieces: readonly Buffer[], written: number): Buffer[] {
  let begin = written;
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(begin, piece.length));
    begin -= piece.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}

/** The new file in memory. */
export async function joinedParts(source: FileSource, parts: FileParts): Promise<Buffer> {
  const joined = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + lengthOf(part), 0));
  let at = 0;
  for await (const piece of piecesOf(source, parts)) at += piece.copy(joined, at);
  return joined.subarray(0, at);
}

/** A piece is valid until the next one is asked for: ranges are read into the same memory. */
async function* piecesOf(source: FileSource, parts: FileParts): AsyncGenerator<Buffer, void> {
  if (typeof source !== 'string') {
    yield* piecesInMemory(source, parts);
    return;
  }
  const file = await open(source);
  try {
    const longest = Math.max(0, ...parts.map((part) => (Buffer.isBuffer(part) ? 0 : lengthOf(part))));
    const memory = Buffer.allocUnsafe(Math.min(WRITE_BYTES, longest));
    for (const part of parts) yield* Buffer.isBuffer(part) ? [part] : piecesOfPart(file, part, memory);
  } finally {
    await file.close();
  }
}

function* piecesInMemory(source: Buffer, parts: FileParts): Generator<Buffer, void> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else yield isRange(part) ? source.subarray(part.start, part.end) : Buffer.alloc(part.length, part.value);
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

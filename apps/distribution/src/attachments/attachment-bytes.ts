import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Unavailable } from '@estate/errors';

/** Bytes that are read once. */
export interface AttachmentBytes {
  size: number;
  /** Checksum that the bytes must have; absent for bytes that were made here. */
  sha256?: string;
  /** A stream that nobody reads has to be left. */
  source: { file: string } | { stream: Readable };
}

/** Bytes that can be read as often as needed. */
export interface AttachmentContent {
  size: number;
  /** Of bytes that are known by it. */
  sha256?: string;
  /** @throws AttachmentLost; Unavailable when the bytes cannot be read now */
  open(): Promise<AttachmentBytes>;
}

/** The store does not have the bytes: they were removed, or they are damaged. */
export class AttachmentLost extends Error {
  override readonly name = 'AttachmentLost';
}

/** Answer and bytes together take less than a platform waits for the next byte of a package, so that it is not blamed. */
export const SILENCE_MS = 8000;
const READ_AT_ONCE = 262_144;

/** Bytes that are in memory. */
export const heldContent = (bytes: Buffer): AttachmentContent => ({
  size: bytes.length,
  open: () => Promise.resolve({ size: bytes.length, source: { stream: Readable.from([bytes]) } }),
});

/** For who does not read the bytes. */
export function leave({ source }: AttachmentBytes): void {
  if ('stream' in source) source.stream.destroy();
}

/** Exactly the bytes of the content; the last of them once all are known to be right. @throws AttachmentLost; Unavailable when they cannot be read now */
export async function* piecesOf(content: AttachmentContent): AsyncGenerator<Buffer, void> {
  const bytes = await opened(content);
  const sum = bytes.sha256 === undefined ? undefined : createHash('sha256');
  let length = 0;
  let held: Buffer | undefined;
  for await (const piece of withoutSilence(streamOf(bytes))) {
    length += piece.length;
    sum?.update(piece);
    if (length > bytes.size) break;
    if (held) yield held;
    held = piece;
  }
  requireWhole(bytes, length);
  requireHash(bytes, sum?.digest('hex'));
  if (held) yield held;
}

/** Fills memory that is as large as the content. @throws AttachmentLost; Unavailable when the bytes cannot be read now */
export async function readInto(memory: Buffer, content: AttachmentContent): Promise<void> {
  const bytes = await opened(content);
  const length = await fill(memory, bytes);
  requireWhole(bytes, length);
  if (bytes.sha256 !== undefined) requireHash(bytes, hash('sha256', memory, 'hex'));
}

export async function readWhole(content: AttachmentContent): Promise<Buffer> {
  const memory = Buffer.allocUnsafe(content.size);
  await readInto(memory, content);
  return memory;
}

async function opened(content: AttachmentContent): Promise<AttachmentBytes> {
  const bytes = await content.open();
  if (bytes.size === content.size) return bytes;
  leave(bytes);
  throw new AttachmentLost(
    `An attachment has ${String(bytes.size)} instead of ${String(content.size)} bytes.`,
  );
}

/** Returns how many bytes there are. */
async function fill(memory: Buffer, bytes: AttachmentBytes): Promise<number> {
  if ('file' in bytes.source) return fillFrom(bytes.source.file, memory).catch(rethrowRead);
  let length = 0;
  for await (const piece of withoutSilence(bytes.source.stream)) {
    piece.copy(memory, length);
    length += piece.length;
  }
  return length;
}

/** One read for most files, where a stream makes several, and events for each. */
async function fillFrom(path: string, memory: Buffer): Promise<number> {
  const file = await open(path);
  try {
    let length = 0;
    while (length < memory.length) {
      const { bytesRead } = await file.read(memory, length, memory.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return length;
  } finally {
    await file.close();
  }
}

const streamOf = ({ source }: AttachmentBytes): Readable =>
  'stream' in source ? source.stream : createReadStream(source.file, { highWaterMark: READ_AT_ONCE });

/** Fails when no piece arrives for a while. Whoever reads slowly is not counted. */
async function* withoutSilence(stream: Readable): AsyncGenerator<Buffer, void> {
  // An error of a stream that nobody waits for at the moment is thrown by the next read.
  stream.on('error', () => undefined);
  const silent = () =>
    setTimeout(
      () => stream.destroy(new Unavailable('The bytes of an attachment do not arrive.')),
      SILENCE_MS,
    );
  let timer = silent();
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      yield piece;
      timer = silent();
    }
  } catch (error) {
    rethrowRead(error);
  } finally {
    clearTimeout(timer);
  }
}

function rethrowRead(cause: unknown): never {
  if (cause instanceof Unavailable) throw cause;
  throw new Unavailable('The bytes of an attachment could not be read to their end.', {
    code: 'service-unavailable',
    cause,
  });
}

function requireWhole({ size }: AttachmentBytes, length: number): void {
  if (length !== size) throw new Unavailable('The bytes of an attachment are not as many as announced.');
}

function requireHash({ sha256 }: AttachmentBytes, found: string | undefined): void {
  if (found === sha256) return;
  throw new AttachmentLost(`The bytes of the attachment ${String(sha256)} have the hash ${String(found)}.`);
}

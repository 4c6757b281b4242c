import { Readable } from 'node:stream';
import { Unavailable } from '@estate/errors';

/** Bytes that are read once. Whoever does not read the stream destroys it. */
export interface AttachmentBytes {
  size: number;
  /** Fails at its end if these are other bytes than those that were asked for. */
  stream: Readable;
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

/** Bytes that are in memory. */
export const heldContent = (bytes: Buffer): AttachmentContent => ({
  size: bytes.length,
  open: () => Promise.resolve({ size: bytes.length, stream: Readable.from([bytes]) }),
});

const STALLED_MS = 30_000;

/** Exactly the bytes of the content. @throws AttachmentLost; Unavailable when they cannot be read now */
export async function* piecesOf(content: AttachmentContent): AsyncGenerator<Buffer, void> {
  const { size, stream } = await content.open();
  // An error of a stream that nobody waits for at the moment is thrown by the next read.
  stream.on('error', () => undefined);
  if (size !== content.size) {
    stream.destroy();
    throw new AttachmentLost(`An attachment has ${String(size)} instead of ${String(content.size)} bytes.`);
  }
  const stalled = () =>
    setTimeout(
      () => stream.destroy(new Unavailable('The bytes of an attachment do not arrive.')),
      STALLED_MS,
    );
  let timer = stalled();
  let length = 0;
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      length += piece.length;
      if (length > size) break;
      yield piece;
      timer = stalled();
    }
  } catch (error) {
    throw readFailure(error);
  } finally {
    clearTimeout(timer);
  }
  if (length !== size) throw new Unavailable('The bytes of an attachment are not as many as announced.');
}

function readFailure(cause: unknown): Error {
  if (cause instanceof AttachmentLost || cause instanceof Unavailable) return cause;
  return new Unavailable('The bytes of an attachment could not be read to their end.', {
    code: 'service-unavailable',
    cause,
  });
}

/** Fills memory that is as large as the content. */
export async function readInto(memory: Buffer, content: AttachmentContent): Promise<void> {
  let length = 0;
  for await (const piece of piecesOf(content)) length += piece.copy(memory, length);
}

export async function readWhole(content: AttachmentContent): Promise<Buffer> {
  const memory = Buffer.allocUnsafe(content.size);
  await readInto(memory, content);
  return memory;
}

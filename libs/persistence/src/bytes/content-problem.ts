import { createHash } from 'node:crypto';
import { BytesDamaged, BytesMissing } from './blobs.ts';
import type { Expected } from './blobs.ts';

/** The same bytes; fails at their end if they differ from what is expected. @throws BytesDamaged */
export async function* checked(
  content: AsyncIterable<Buffer>,
  { size, sha256 }: Expected,
): AsyncGenerator<Buffer, void> {
  const hash = sha256 === undefined ? undefined : createHash('sha256');
  let length = 0;
  for await (const piece of content) {
    hash?.update(piece);
    length += piece.length;
    yield piece;
  }
  if (length !== size) throw new BytesDamaged(`The store has ${String(length)} of ${String(size)} bytes.`);
  const actual = hash?.digest('hex');
  if (actual !== sha256)
    throw new BytesDamaged(
      `The store has bytes with the SHA-256 ${String(actual)} instead of ${String(sha256)}.`,
    );
}

/** The problem of stored bytes; undefined if there is none. */
export async function contentProblem(
  content: AsyncIterable<Buffer>,
  expected: Expected,
): Promise<string | undefined> {
  try {
    for await (const _ of checked(content, expected));
    return undefined;
  } catch (error) {
    if (error instanceof BytesDamaged || error instanceof BytesMissing) return error.message;
    throw error;
  }
}

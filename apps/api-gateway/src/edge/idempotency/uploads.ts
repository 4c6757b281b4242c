import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Unavailable } from '@estate/errors';
import type { UploadSeal } from '../../stores/idempotency-store.ts';

/** Hashes an upload while its route reads it. */
export class SealedUpload {
  readonly #upload: Readable;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(upload: Readable) {
    this.#upload = upload;
    // Paused, so that the listener does not make it flow before its route reads it.
    upload.pause().on('data', (piece: Buffer) => {
      this.#bytes += piece.length;
      this.#hash.update(piece);
    });
  }

  /** Undefined until all of it was read. */
  seal(): UploadSeal | undefined {
    if (!this.#upload.readableEnded) return undefined;
    return { sha256: this.#hash.copy().digest('hex'), bytes: this.#bytes };
  }
}

/** Reads an upload without storing it, to compare it with an earlier one. @throws Unavailable if it is cut off */
export async function isSameUpload(upload: Readable, { sha256, bytes }: UploadSeal): Promise<boolean> {
  const hash = createHash('sha256');
  let read = 0;
  try {
    for await (const piece of upload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      read += piece.length;
      if (read > bytes) return false;
      hash.update(piece);
    }
  } catch (cause) {
    throw new Unavailable('The upload was cut off.', { cause });
  }
  return read === bytes && hash.digest('hex') === sha256;
}

import type { Readable } from 'node:stream';
import type { Bytes } from '@estate/persistence';
import type { MediaType } from '../domain/attachment.ts';

export interface AttachmentBytes {
  size: number;
  mediaType: string;
  stream: Readable;
}

class BytesAbsent extends Error {
  override readonly name = 'BytesAbsent';
}

/** The bytes of attachments, kept once under their SHA-256; only what was put or held a while ago may be removed. */
export class AttachmentStore {
  readonly #bytes: Bytes;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  /** Whether the bytes are here; if so they count as put just now. */
  async hold(sha256: string): Promise<boolean> {
    try {
      await this.#bytes.put(sha256, absent(), {});
      return true;
    } catch (error) {
      if (error instanceof BytesAbsent) return false;
      throw error;
    }
  }

  /** Keeps the bytes, once. */
  async put(sha256: string, stream: AsyncIterable<Buffer>, mediaType: MediaType): Promise<void> {
    await this.#bytes.put(sha256, stream, { mediaType });
  }

  async read(sha256: string): Promise<AttachmentBytes | null> {
    const found = await this.#bytes.read(sha256);
    return (
      found && { size: found.size, mediaType: String(found.metadata['mediaType']), stream: found.stream }
    );
  }

  /** The SHA-256 of everything that was neither put nor held since. */
  olderThan(putBefore: Date): AsyncIterable<string> {
    return this.#bytes.names(putBefore);
  }

  /** Removes the bytes unless they were put or held since. */
  async remove(sha256: string, putBefore: Date): Promise<void> {
    await this.#bytes.delete(sha256, putBefore);
  }

  /** Removes what crashed processes left half stored. */
  async removeUnfinished(begunBefore: Date): Promise<number> {
    return this.#bytes.removeUnfinished(begunBefore);
  }
}

/** Is read only when the bytes are not here, and then ends the attempt. */
async function* absent(): AsyncGenerator<Buffer, void> {
  yield await Promise.reject(new BytesAbsent('the bytes are not here'));
}

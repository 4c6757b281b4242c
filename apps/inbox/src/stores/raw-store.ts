import { buffer } from 'node:stream/consumers';
import type { Bytes, NamedBytes } from '@estate/persistence';

/** Raw mails, kept under their SHA-256. */
export class RawStore {
  readonly #bytes: Bytes;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  async putAll(raws: readonly NamedBytes[]): Promise<void> {
    await this.#bytes.putAll(raws);
  }

  /** Stores a long one while it is read. */
  async put(sha256: string, stream: AsyncIterable<Buffer>): Promise<void> {
    await this.#bytes.put(sha256, stream, {});
  }

  async read(sha256: string): Promise<Buffer | null> {
    const found = await this.#bytes.read(sha256);
    return found && buffer(found.stream);
  }

  olderThan(putBefore: Date): AsyncIterable<string> {
    return this.#bytes.names(putBefore);
  }

  async remove(sha256: string, putBefore: Date): Promise<void> {
    await this.#bytes.delete(sha256, putBefore);
  }

  removeUnfinished(begunBefore: Date): Promise<number> {
    return this.#bytes.removeUnfinished(begunBefore);
  }
}

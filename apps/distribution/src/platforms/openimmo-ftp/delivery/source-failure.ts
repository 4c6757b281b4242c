import { Unavailable } from '@estate/errors';
import { SILENCE_MS } from '../../../attachments/attachment-bytes.ts';
import type { PublicationFailure } from '../../platform.ts';
import type { Archive } from '../zip.ts';

/** The failure if the files of a package could not be read. It says nothing about the platform. */
const UNREADABLE: PublicationFailure = {
  code: 'internal',
  message:
    'The attachments of the property could not be read: one was replaced or removed since, or is damaged. The publication is retried with the current version of the property.',
  repeat: true,
  scope: 'listing',
};

const HELD_UP = 'The attachments of a package are not read as fast as they can be sent.';

/** The failure of a publication whose files could not be read. @throws Unavailable if they may be readable soon */
export function unreadable(error: unknown): PublicationFailure {
  if (error instanceof Unavailable) throw error;
  return UNREADABLE;
}

/** A package that remembers its read error: the server's reply to half a package would hide it. */
export class WatchedArchive implements Archive {
  readonly #archive: Archive;
  #error: { error: unknown } | undefined;
  #waitsSinceMs: number | undefined;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  get size(): number {
    return this.#archive.size;
  }

  /** The error of the last read, or that it is delayed; undefined as long as the package could be read. */
  get broken(): { error: unknown } | undefined {
    const isHeldUp = this.#waitsSinceMs !== undefined && performance.now() - this.#waitsSinceMs > SILENCE_MS;
    return this.#error ?? (isHeldUp ? { error: new Unavailable(HELD_UP) } : undefined);
  }

  async *chunks(): AsyncGenerator<Uint8Array, void> {
    this.#error = undefined;
    const chunks = this.#archive.chunks();
    try {
      for (;;) {
        this.#waitsSinceMs = performance.now();
        const next = await chunks.next();
        this.#waitsSinceMs = undefined;
        if (next.done === true) return;
        yield next.value;
      }
    } catch (error) {
      this.#error = { error };
      throw error;
    } finally {
      await chunks.return(undefined);
    }
  }

  readonly release = (chunk: Uint8Array): void => this.#archive.release(chunk);
}

import { Unavailable } from '@estate/errors';
import type { PublicationFailure } from '../../platform.ts';
import type { Archive } from '../zip.ts';

/** The files of a package could not be read. It says nothing about the platform. */
const UNREADABLE: PublicationFailure = {
  code: 'internal',
  message:
    'The attachments of the property could not be read: one was replaced or removed since, or is damaged. The publication is retried with the current version of the property.',
  repeat: true,
  scope: 'listing',
};

/** What it means for a publication that its files could not be read. @throws Unavailable when they may be readable soon */
export function unreadable(error: unknown): PublicationFailure {
  if (error instanceof Unavailable) throw error;
  return UNREADABLE;
}

/** A package that remembers why it could not be read: what the server says of half a package hides it. */
export class WatchedArchive implements Archive {
  readonly #archive: Archive;
  /** Of the last reading; undefined as long as the package could be read. */
  broken: { error: unknown } | undefined;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  get size(): number {
    return this.#archive.size;
  }

  async *chunks(): AsyncGenerator<Uint8Array, void> {
    this.broken = undefined;
    try {
      yield* this.#archive.chunks();
    } catch (error) {
      this.broken = { error };
      throw error;
    }
  }

  readonly release = (chunk: Uint8Array): void => this.#archive.release(chunk);
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewFiles } from '@estate/persistence';
import { removeFile } from '../remove-file.ts';

/**
 * Paths in one folder; a folder for each file would cost more than the file. It is the one in which the byte store wants new files, so
 * that what is stored is written once, and otherwise a folder that only this process can read.
 */
export class TemporaryFiles {
  readonly #place: NewFiles;
  readonly #isOwn: boolean;

  private constructor(place: NewFiles, isOwn: boolean) {
    this.#place = place;
    this.#isOwn = isOwn;
  }

  static async open({ newFiles }: { newFiles?: NewFiles | undefined } = {}): Promise<TemporaryFiles> {
    if (newFiles) return new TemporaryFiles(newFiles, false);
    const folder = await mkdtemp(join(tmpdir(), 'catalog-'));
    return new TemporaryFiles({ folder, explained: (error) => error }, true);
  }

  /** Lends paths, at which there may be a file or none. What is there at the end is removed. */
  async lend<T>(count: number, work: (paths: readonly string[]) => Promise<T>): Promise<T> {
    const paths = Array.from({ length: count }, () => join(this.#place.folder, randomUUID()));
    try {
      return await work(paths);
    } catch (error) {
      throw this.#place.explained(error);
    } finally {
      await Promise.all(paths.map(removeFile));
    }
  }

  async close(): Promise<void> {
    if (this.#isOwn) await rm(this.#place.folder, { recursive: true, force: true });
  }
}

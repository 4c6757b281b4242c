import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFile } from '../remove-file.ts';

/** Paths in one folder that only this process can read; a folder for each file would cost more than the file. */
export class TemporaryFiles {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async open(): Promise<TemporaryFiles> {
    return new TemporaryFiles(await mkdtemp(join(tmpdir(), 'catalog-')));
  }

  /** Lends paths, at which there may be a file or none. What is there at the end is removed. */
  async lend<T>(count: number, work: (paths: readonly string[]) => Promise<T>): Promise<T> {
    const paths = Array.from({ length: count }, () => join(this.#directory, randomUUID()));
    try {
      return await work(paths);
    } finally {
      await Promise.all(paths.map(removeFile));
    }
  }

  close(): Promise<void> {
    return rm(this.#directory, { recursive: true, force: true });
  }
}

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bytes } from '@estate/persistence';
import type { ImportPackage } from './import-package.ts';
import { PackageFault } from './package-error.ts';
import type { PackageReaders } from './package-readers.ts';

interface Held {
  opened: ImportPackage;
  isBusy: boolean;
}

interface PackageFilesOptions {
  packages: Pick<Bytes, 'file' | 'read'>;
  readers: Pick<PackageReaders, 'open'>;
  directory: string;
  /** So many packages are kept on disk. */
  most: number;
}

/** The packages that are being worked on, as open files, because a ZIP file is read from its end. */
export class PackageFiles {
  readonly #options: PackageFilesOptions;
  readonly #held = new Map<string, Held>();

  constructor(options: PackageFilesOptions) {
    this.#options = options;
  }

  /** Works on a package, which stays on disk for the next run as long as there is space. @throws PackageFault, ReaderCrashed */
  async use<T>(
    packageName: string,
    signal: AbortSignal,
    work: (opened: ImportPackage) => Promise<T>,
  ): Promise<T> {
    const held = this.#held.get(packageName) ?? (await this.#fetch(packageName, signal));
    this.#held.delete(packageName);
    this.#held.set(packageName, held);
    held.isBusy = true;
    try {
      return await work(held.opened);
    } finally {
      held.isBusy = false;
      if (held.opened.isLost) await this.drop(packageName);
      await this.#shrink(this.#options.most);
    }
  }

  /** The package is not needed any more. */
  async drop(packageName: string): Promise<void> {
    const held = this.#held.get(packageName);
    if (held === undefined || held.isBusy) return;
    this.#held.delete(packageName);
    await held.opened.close();
  }

  /** Releases packages that nothing needs any more, such as those of an account that was erased. */
  async sweep(unneeded: (names: readonly string[]) => Promise<string[]>): Promise<void> {
    for (const name of await unneeded([...this.#held.keys()])) await this.drop(name);
  }

  async close(): Promise<void> {
    for (const name of [...this.#held.keys()]) await this.drop(name);
  }

  /** A package is read where it is stored if that is a file, and from a copy otherwise. */
  async #fetch(packageName: string, signal: AbortSignal): Promise<Held> {
    await this.#shrink(this.#options.most - 1);
    const path = await this.#options.packages.file(packageName);
    const inPlace =
      path === undefined ? undefined : await this.#options.readers.open(path, signal).catch(unlessMoved);
    return { opened: inPlace ?? (await this.#copied(packageName, signal)), isBusy: false };
  }

  async #copied(packageName: string, signal: AbortSignal): Promise<ImportPackage> {
    const found = await this.#options.packages.read(packageName);
    if (found === null) throw new PackageFault('package_lost', 'The package was lost. Send it again.');
    const directory = await mkdtemp(join(this.#options.directory, 'import-'));
    try {
      const path = join(directory, 'package');
      await pipeline(found.stream, createWriteStream(path));
      return await this.#options.readers.open(path, signal);
    } finally {
      // An open file stays readable without a name, and disappears with its process, even after a crash.
      await rm(directory, { recursive: true, force: true });
    }
  }

  /** Removes what was used longest ago. */
  async #shrink(most: number): Promise<void> {
    for (const [name, { isBusy }] of this.#held) {
      if (this.#held.size <= most) return;
      if (!isBusy) await this.drop(name);
    }
  }
}

/** Its store may have been exchanged for another one meanwhile. */
function unlessMoved(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

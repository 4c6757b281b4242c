import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bytes } from '@estate/persistence';
import type { ImportPackage } from './import-package.ts';
import { openPackage } from './open-package.ts';
import { PackageFault } from './package-error.ts';

interface Held {
  opened: ImportPackage;
  isBusy: boolean;
}

interface PackageFilesOptions {
  packages: Pick<Bytes, 'file' | 'read'>;
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

  /** Works on a package, which stays on disk for the next run as long as there is space. @throws PackageFault */
  async use<T>(packageName: string, work: (opened: ImportPackage) => Promise<T>): Promise<T> {
    const held = this.#held.get(packageName) ?? (await this.#fetch(packageName));
    this.#held.delete(packageName);
    this.#held.set(packageName, held);
    held.isBusy = true;
    try {
      return await work(held.opened);
    } finally {
      held.isBusy = false;
      await this.#shrink();
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
  async #fetch(packageName: string): Promise<Held> {
    const path = await this.#options.packages.file(packageName);
    const inPlace = path === undefined ? undefined : await openPackage(path).catch(unlessMoved);
    return { opened: inPlace ?? (await this.#copied(packageName)), isBusy: false };
  }

  async #copied(packageName: string): Promise<ImportPackage> {
    const found = await this.#options.packages.read(packageName);
    if (found === null) throw new PackageFault('package_lost', 'The package was lost. Send it again.');
    const directory = await mkdtemp(join(this.#options.directory, 'import-'));
    try {
      const path = join(directory, 'package');
      await pipeline(found.stream, createWriteStream(path));
      return await openPackage(path);
    } finally {
      // What is open stays readable without a name, and is gone with its process, however that ends.
      await rm(directory, { recursive: true, force: true });
    }
  }

  /** Removes what was used longest ago. */
  async #shrink(): Promise<void> {
    for (const [name, { isBusy }] of this.#held) {
      if (this.#held.size <= this.#options.most) return;
      if (!isBusy) await this.drop(name);
    }
  }
}

/** Its store may have been exchanged for another one meanwhile. */
function unlessMoved(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

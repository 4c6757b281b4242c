import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderSpool, SpoolOptions } from './folder-spool.ts';
import { toDiskName } from './paths.ts';
import { SourceFolder } from './source-folder.ts';

/** Where packages that are complete wait for the service, each under a name of its own. */
export const READY = 'ready';

/** The files of all sources that are not accepted yet. */
export class Spool implements FolderSpool {
  readonly options: SpoolOptions;
  readonly #opening = new Map<string, Promise<SourceFolder>>();
  readonly #folders = new Map<string, SourceFolder>();
  /** Of packages that wait for the service, which removes them; so their size is looked up from time to time. */
  #readyBytes = 0;
  #handedOver = 0;

  private constructor(options: SpoolOptions) {
    this.options = options;
  }

  static async open(options: SpoolOptions): Promise<Spool> {
    const spool = new Spool(options);
    await mkdir(spool.ready, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(options.directory, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== READY) await spool.folder(entry.name);
    }
    await spool.measureReady();
    return spool;
  }

  get ready(): string {
    return join(this.options.directory, READY);
  }

  async folder(sourceId: string): Promise<SourceFolder> {
    const known = this.#folders.get(sourceId);
    if (known) return known;
    const opening = this.#opening.get(sourceId) ?? SourceFolder.open(sourceId, this);
    this.#opening.set(sourceId, opening);
    try {
      const folder = await opening;
      this.#folders.set(sourceId, folder);
      return folder;
    } finally {
      this.#opening.delete(sourceId);
    }
  }

  get folders(): SourceFolder[] {
    return [...this.#folders.values()];
  }

  /** Bytes of all files that are not accepted yet. */
  get bytes(): number {
    return this.#readyBytes + this.folders.reduce((sum, folder) => sum + folder.bytes, 0);
  }

  /** Names sort in the order in which packages became complete; two processes never make the same one. */
  readyName(sourceId: string, path: string): string {
    this.#handedOver += 1;
    const time = this.options.now().toString(36).padStart(9, '0');
    const number = this.#handedOver.toString(36).padStart(4, '0');
    const unique = randomBytes(6).toString('hex');
    return [`${time}-${number}-${unique}`, sourceId, toDiskName(path)].join('.');
  }

  /** How many packages wait for the service. */
  async measureReady(): Promise<number> {
    const names = await readdir(this.ready);
    const sizes = await Promise.all(
      names.map((name) =>
        stat(join(this.ready, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    this.#readyBytes = sizes.reduce((sum, size) => sum + size, 0);
    return names.length;
  }

  /** Removes the folder of a source that no longer exists, unless a client writes to it. */
  async remove(sourceId: string): Promise<void> {
    if (this.#folders.get(sourceId)?.isBusy) return;
    this.#folders.delete(sourceId);
    await rm(join(this.options.directory, sourceId), { recursive: true, force: true });
  }
}

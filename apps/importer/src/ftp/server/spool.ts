import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderSpool, SpoolOptions, StoredFiles } from './folder-spool.ts';
import { FtpRefusal } from './ftp-refusal.ts';
import { toDiskName } from './paths.ts';
import { SourceFolder } from './source-folder.ts';

/** Where packages that are complete wait for the service, each under a name of its own. */
export const READY = 'ready';

interface ReadyPackages {
  count: number;
  bytes: number;
}

/** The source of a package, by the name that `readyName` gave it. */
export const sourceOf = (readyName: string): string => readyName.split('.')[1] ?? '';

/** When a package arrived by the clock of this machine, by the same name. */
export const arrivedAt = (readyName: string): Date =>
  new Date(Number.parseInt(readyName.split('-')[0] ?? '', 36));

/** The files of all sources that are not accepted yet. */
export class Spool implements FolderSpool {
  readonly options: SpoolOptions;
  readonly #opening = new Map<string, Promise<SourceFolder>>();
  readonly #folders = new Map<string, SourceFolder>();
  /** Packages that wait for the service, by source. The service removes them, so they are looked up from time to time. */
  #ready = new Map<string, ReadyPackages>();
  #handedOver = 0;

  private constructor(options: SpoolOptions) {
    this.options = options;
  }

  static async open(options: SpoolOptions): Promise<Spool> {
    const spool = new Spool(options);
    await mkdir(spool.ready, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(options.directory, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== READY) await spool.#opened(entry.name);
    }
    await spool.measureReady();
    return spool;
  }

  get ready(): string {
    return join(this.options.directory, READY);
  }

  async folder(sourceId: string, accountId: string): Promise<SourceFolder> {
    const folder = await this.#opened(sourceId);
    await folder.belongTo(accountId);
    return folder;
  }

  async #opened(sourceId: string): Promise<SourceFolder> {
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
    const ready = [...this.#ready.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    return ready + this.folders.reduce((sum, folder) => sum + folder.bytes, 0);
  }

  requireSpace({ sourceId, accountId, bytes: stored }: StoredFiles, bytes: number): void {
    const { sourceBytes, accountBytes, totalBytes } = this.options.limits;
    if (stored + this.#readyOf(sourceId).bytes + bytes > sourceBytes)
      throw new FtpRefusal(552, 'The storage of this import source is full.');
    if (this.#bytesOf(accountId) + bytes > accountBytes) {
      throw new FtpRefusal(
        552,
        'The storage of this account is full: remove files of its import sources, or wait until its packages are imported.',
      );
    }
    if (this.bytes + bytes > totalBytes)
      throw new FtpRefusal(452, 'The server has no space left; try again later.');
  }

  requireEntry({ sourceId, entries }: StoredFiles): void {
    if (entries + this.#readyOf(sourceId).count >= this.options.limits.entries)
      throw new FtpRefusal(552, 'The directory of this import source contains too many files.');
  }

  #bytesOf(accountId: string): number {
    return this.folders
      .filter((folder) => folder.accountId === accountId)
      .reduce((sum, folder) => sum + folder.bytes + this.#readyOf(folder.sourceId).bytes, 0);
  }

  #readyOf(sourceId: string): ReadyPackages {
    return this.#ready.get(sourceId) ?? { count: 0, bytes: 0 };
  }

  /** Names sort in the order in which packages arrived; two processes never make the same one. */
  readyName(sourceId: string, path: string, arrivedMs: number): string {
    this.#handedOver += 1;
    const time = Math.floor(arrivedMs).toString(36).padStart(9, '0');
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
    this.#ready = new Map();
    for (const [index, name] of names.entries()) this.handedOver(sourceOf(name), sizes[index] ?? 0);
    return names.length;
  }

  /** Counts a package that waits for the service from now on. */
  handedOver(sourceId: string, bytes: number): void {
    const before = this.#readyOf(sourceId);
    this.#ready.set(sourceId, { count: before.count + 1, bytes: before.bytes + bytes });
  }

  /** Removes the folder of a source that no longer exists, unless a client writes to it. */
  async remove(sourceId: string): Promise<void> {
    if (this.#folders.get(sourceId)?.isBusy) return;
    this.#folders.delete(sourceId);
    await rm(join(this.options.directory, sourceId), { recursive: true, force: true });
  }
}

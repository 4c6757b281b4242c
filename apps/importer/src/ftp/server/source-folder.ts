import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { FolderSpool } from './folder-spool.ts';
import { FtpRefusal } from './ftp-refusal.ts';
import { lookAt } from './look-at.ts';
import { fromDiskName, isPackageName, isTemporaryName, parentOf, toDiskName } from './paths.ts';
import { isMissing, unlessMissing, whileOpen } from './stored-file.ts';
import type { StoredFile, SweepTimes } from './stored-file.ts';
import { syncDirectory } from './sync-directory.ts';
import { Upload } from './upload.ts';

export interface FolderEntry {
  path: string;
  kind: 'file' | 'folder';
  size: number;
  modifiedMs: number;
}

const FILE = 'f-';
const FOLDER = 'd-';
const ACCOUNT = 'a-';
const LOOK = 'l-';
/** For how long a client sees a package after it was accepted: many programs check the size after an upload. */
const SHOWN_MS = 3_600_000;
const SHOWN_MAX = 200;

/** The directory as the clients of one source see it, and its files on disk, all in one directory under names of our own. */
export class SourceFolder {
  readonly sourceId: string;
  readonly #spool: FolderSpool;
  readonly #directory: string;
  readonly #files = new Map<string, StoredFile>();
  readonly #folders = new Set<string>();
  readonly #accepted = new LRUCache<string, FolderEntry>({ max: SHOWN_MAX, ttl: SHOWN_MS });
  #accountId: string | undefined;
  #bytes = 0;

  private constructor(sourceId: string, spool: FolderSpool) {
    this.sourceId = sourceId;
    this.#spool = spool;
    this.#directory = join(spool.options.directory, sourceId);
  }

  static async open(sourceId: string, spool: FolderSpool): Promise<SourceFolder> {
    const folder = new SourceFolder(sourceId, spool);
    await mkdir(folder.#directory, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder.#directory)) await folder.#found(name);
    return folder;
  }

  /** The owner of the files; a folder that has had no login since this is written down stands for itself. */
  get accountId(): string {
    return this.#accountId ?? this.sourceId;
  }

  /** Writes down whose files these are, so that they count for their account after a restart as well. */
  async belongTo(accountId: string): Promise<void> {
    if (this.#accountId === accountId) return;
    await writeFile(join(this.#directory, ACCOUNT + accountId), '');
    this.#accountId = accountId;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** True if a client writes one of its files. */
  get isBusy(): boolean {
    return [...this.#files.values()].some(({ isOpen }) => isOpen);
  }

  get entries(): number {
    return this.#files.size + this.#folders.size;
  }

  find(path: string): FolderEntry | undefined {
    const file = this.#files.get(path);
    if (file) return { path, kind: 'file', size: file.size, modifiedMs: file.modifiedMs };
    if (path === '/' || this.#folders.has(path)) return { path, kind: 'folder', size: 0, modifiedMs: 0 };
    return this.#accepted.get(path);
  }

  list(directory: string): FolderEntry[] {
    const paths = new Set([...this.#files.keys(), ...this.#folders, ...this.#accepted.keys()]);
    const within = [...paths].filter((path) => path !== '/' && parentOf(path) === directory).sort();
    return within.flatMap((path) => this.find(path) ?? []);
  }

  async makeFolder(path: string): Promise<void> {
    if (this.find(path)) throw new FtpRefusal(550, 'There is a file or directory of this name.');
    this.#requireParent(path);
    this.#spool.requireEntry(this);
    await writeFile(this.#onDisk(FOLDER, path), '');
    await syncDirectory(this.#directory);
    this.#folders.add(path);
  }

  /** Makes a directory that the settings of the source name, with those above it. */
  async ensureFolder(path: string): Promise<void> {
    if (this.find(path)?.kind === 'folder') return;
    await this.ensureFolder(parentOf(path));
    await this.makeFolder(path);
  }

  async removeFolder(path: string): Promise<void> {
    if (!this.#folders.has(path)) throw new FtpRefusal(550, 'There is no such directory.');
    if (this.list(path).length > 0) throw new FtpRefusal(550, 'The directory is not empty.');
    await rm(this.#onDisk(FOLDER, path), { force: true });
    this.#folders.delete(path);
  }

  /** Begins a file, or continues it at `start`. The file is not accepted before the upload is closed. */
  async upload(path: string, start: number | 'end'): Promise<Upload> {
    if (start === 0) await this.#handOverComplete(path);
    const known = this.#files.get(path);
    const size = known?.size ?? 0;
    const from = start === 'end' ? size : start;
    this.#requireWritable(path, known);
    if (from > size) throw new FtpRefusal(554, 'The file is shorter than this offset.');
    const file = known ?? { size, modifiedMs: 0, isOpen: true, isRenamed: false };
    Object.assign(file, { isOpen: true, isRenamed: false, modifiedMs: this.#now() });
    this.#files.set(path, file);
    this.#accepted.delete(path);
    const disk = this.#onDisk(FILE, path);
    const grown = (bytes: number) => {
      this.#bytes += bytes - file.size;
      Object.assign(file, { size: bytes, modifiedMs: this.#now() });
    };
    const closed = () => Object.assign(file, { isOpen: false, modifiedMs: this.#now() });
    try {
      return await Upload.open({ file: disk, directory: this.#directory, from, grown, closed });
    } catch (error) {
      closed();
      if (!known) this.#files.delete(path);
      throw error;
    }
  }

  #requireWritable(path: string, known: StoredFile | undefined): void {
    if (known?.isOpen) throw new FtpRefusal(450, 'Another upload writes this file.');
    if (this.find(path)?.kind === 'folder') throw new FtpRefusal(550, 'This is a directory.');
    this.#requireParent(path);
    if (!known) this.#spool.requireEntry(this);
  }

  /** @throws FtpRefusal when so many bytes more may not be stored */
  requireSpace(bytes: number): void {
    this.#spool.requireSpace(this, bytes);
  }

  async rename(from: string, to: string): Promise<void> {
    const file = this.#files.get(from);
    if (!file) {
      this.#renameOther(from, to);
      return;
    }
    this.#requireReplaceable(file, to);
    if (from !== to) {
      await whileOpen([file], () => this.#handOverComplete(to));
      this.#requireReplaceable(file, to);
    }
    const replaced = this.#files.get(to) ?? file;
    await whileOpen([file, replaced], async () => {
      await rename(this.#onDisk(FILE, from), this.#onDisk(FILE, to));
      await syncDirectory(this.#directory);
    });
    this.#bytes -= from === to ? 0 : (this.#files.get(to)?.size ?? 0);
    this.#files.delete(from);
    this.#accepted.delete(to);
    this.#files.set(to, {
      ...file,
      isRenamed: isPackageName(to) && !isPackageName(from),
      modifiedMs: this.#now(),
    });
  }

  #requireReplaceable(file: StoredFile, to: string): void {
    if (file.isOpen || this.#files.get(to)?.isOpen) throw new FtpRefusal(450, 'An upload writes this file.');
    if (this.find(to)?.kind === 'folder') throw new FtpRefusal(553, 'This is a directory.');
    this.#requireParent(to);
  }

  async removeFile(path: string): Promise<void> {
    const file = this.#files.get(path);
    if (!file) {
      if (this.#accepted.delete(path)) return;
      throw new FtpRefusal(550, 'There is no such file.');
    }
    if (file.isOpen) throw new FtpRefusal(450, 'An upload writes this file.');
    await whileOpen([file], () => rm(this.#onDisk(FILE, path), { force: true }));
    this.#forget(path, file);
  }

  /** Hands over the packages that are complete, and in the end also what nobody continues, so that its result says why. */
  async sweep(times: SweepTimes): Promise<void> {
    // In the order in which they were uploaded, which is that of their imports.
    const files = [...this.#files].sort(([, one], [, other]) => one.modifiedMs - other.modifiedMs);
    for (const [path, file] of files) {
      if (file.isOpen) continue;
      await this.#look(path, file, times).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
        // Its client has removed it since, or somebody else has removed it from the disk.
        if (this.#isUntouched(path, file)) this.#forget(path, file);
      });
    }
  }

  /** Complete packages that arrived earlier are handed over before it, so that none is overtaken. */
  async #look(path: string, file: StoredFile, times: SweepTimes): Promise<void> {
    if (!(await this.#isReady(path, file, times))) return;
    for (const [other, earlier] of [...this.#files]) {
      const { modifiedMs } = earlier;
      if (modifiedMs >= file.modifiedMs || isTemporaryName(other)) continue;
      await this.#handOverComplete(other).catch(unlessMissing);
      // A remaining file is incomplete, and is read again only after a change.
      if (this.#isUntouched(other, earlier)) earlier.incompleteMs = modifiedMs;
    }
    // Its client may have begun to write it again, or renamed it, meanwhile.
    if (this.#isUntouched(path, file)) await this.#handOver(path, file);
  }

  /** A package that its client replaces was acknowledged when it was complete, so it is imported all the same. */
  async #handOverComplete(path: string): Promise<void> {
    const file = this.#files.get(path);
    if (!file || file.isOpen || file.incompleteMs === file.modifiedMs) return;
    const isReady = await whileOpen([file], () => lookAt(this.#onDisk(FILE, path), this.#onDisk(LOOK, path)));
    if (isReady && this.#isUntouched(path, file)) await this.#handOver(path, file);
  }

  /** The content decides whether a file is complete; its name says for how long its client may continue or rename it. */
  async #isReady(path: string, file: StoredFile, times: SweepTimes): Promise<boolean> {
    const { stableMs, incompleteMs, keptMs } = times;
    const ageMs = this.#now() - file.modifiedMs;
    if (file.isRenamed || ageMs >= (isPackageName(path) ? incompleteMs : keptMs)) return true;
    if (isTemporaryName(path) || ageMs < stableMs || file.incompleteMs === file.modifiedMs) return false;
    const { modifiedMs } = file;
    const isReady = await lookAt(this.#onDisk(FILE, path), this.#onDisk(LOOK, path));
    if (!isReady) file.incompleteMs = modifiedMs;
    return isReady;
  }

  #forget(path: string, { size }: StoredFile): void {
    this.#files.delete(path);
    this.#bytes -= size;
  }

  #isUntouched(path: string, file: StoredFile): boolean {
    return this.#files.get(path) === file && !file.isOpen;
  }

  async #handOver(path: string, file: StoredFile): Promise<void> {
    const name = this.#spool.readyName(this.sourceId, path, file.modifiedMs);
    await whileOpen([file], () => rename(this.#onDisk(FILE, path), join(this.#spool.ready, name)));
    this.#forget(path, file);
    this.#spool.handedOver(this.sourceId, file.size);
    this.#accepted.set(path, { path, kind: 'file', size: file.size, modifiedMs: file.modifiedMs });
    await syncDirectory(this.#spool.ready);
  }

  /** A package that was accepted keeps being shown, under the name that its client wants to see. */
  #renameOther(from: string, to: string): void {
    const shown = this.#accepted.get(from);
    if (!shown) throw new FtpRefusal(550, 'There is no such file.');
    this.#accepted.delete(from);
    this.#accepted.set(to, { ...shown, path: to });
  }

  #requireParent(path: string): void {
    if (path === '/') throw new FtpRefusal(553, 'The name is missing.');
    if (this.find(parentOf(path))?.kind !== 'folder')
      throw new FtpRefusal(550, 'There is no such directory.');
  }

  async #found(name: string): Promise<void> {
    const path = fromDiskName(name.slice(2));
    if (name.startsWith(FOLDER)) this.#folders.add(path);
    if (name.startsWith(ACCOUNT)) this.#accountId = name.slice(ACCOUNT.length);
    if (!name.startsWith(FILE)) return;
    const { size, mtimeMs } = await stat(join(this.#directory, name));
    this.#files.set(path, {
      size,
      modifiedMs: Math.min(mtimeMs, this.#now()),
      isOpen: false,
      isRenamed: false,
    });
    this.#bytes += size;
  }

  #onDisk(prefix: string, path: string): string {
    return join(this.#directory, prefix + toDiskName(path));
  }

  #now(): number {
    return this.#spool.options.now();
  }
}

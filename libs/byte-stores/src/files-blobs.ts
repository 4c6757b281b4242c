import { randomUUID } from 'node:crypto';
import { close, constants, fsync, open as openDescriptor } from 'node:fs';
import { access, link, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { contentProblem } from '@estate/persistence';
import type { BlobKey, BlobPortion, MarkedBlobs, NewFiles, Sized } from '@estate/persistence';
import { copyUnlinked, isUnlinkable, syncOne, writeWhole } from './on-disk.ts';
import { readExactly, sameMemory } from './read-exactly.ts';
import type { MemoryOf } from './read-exactly.ts';
import { storeUnavailable } from './store-unavailable.ts';
import { codeOf, isMissing } from './system-error.ts';

const MARK = 'store-id';
const PARTS = 'parts';
/** The number of parallel writes of small blobs; the thread pool of Node has four threads. */
const AT_ONCE = 8;
const LISTED_AT_ONCE = 500;
const MEASURED_AT_ONCE = 16;
const FOLDERS = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'));
const FOLDER = /^[\w-]{2}$/;
const FILE = /^([\w-]+)\.([0-9a-f]{24})$/;

/**
 * Bytes in files: `ab/<name>.<id of the upload>`, where `ab` are the first letters of the name. What lies there is whole: it is written
 * to `parts/`, synchronized with the disk, then renamed or linked, and its folder is synchronized.
 */
export class FilesBlobs implements MarkedBlobs {
  readonly place: string;
  readonly newFiles: NewFiles;
  readonly #root: string;
  readonly #parts: string;
  /** The folders stay open, because each is synchronized again and again. */
  readonly #folders = new Map<string, Promise<number>>();

  constructor(directory: string) {
    this.#root = directory;
    this.#parts = join(directory, PARTS);
    this.place = directory;
    this.newFiles = { folder: this.#parts, explained: (error) => this.#explained(error) };
  }

  /** @throws Error if the directory is not writable */
  async prepare(): Promise<void> {
    await mkdir(this.#parts, { recursive: true });
    for (const folder of FOLDERS) await mkdir(join(this.#root, folder), { recursive: true });
    await syncOne(this.#root);
    await access(this.#root, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  write(key: BlobKey, content: AsyncIterable<Buffer>): Promise<void> {
    return this.#add(key, async (part) => {
      const file = await open(part, 'wx');
      try {
        for await (const piece of content) await writeWhole(file, piece);
        await file.sync();
      } finally {
        await file.close();
      }
    });
  }

  async writeFile(key: BlobKey, path: string): Promise<void> {
    if (dirname(path) === this.#parts && (await this.#keep(key, path))) return;
    await this.#add(key, async (part) => {
      await link(path, part).catch((error: unknown) => copyUnlinked(error, path, part));
      await syncOne(part);
    });
  }

  /** A file that was written where parts are gets one more name, and needs no other one in between. False without links. */
  async #keep(key: BlobKey, path: string): Promise<boolean> {
    try {
      await syncOne(path);
      await this.#publish(key, (target) => link(path, target));
      return true;
    } catch (error) {
      if (isUnlinkable(error)) return false;
      throw this.#explained(error);
    }
  }

  async #add(key: BlobKey, make: (part: string) => Promise<void>): Promise<void> {
    const part = this.#newPart();
    try {
      await make(part);
      await this.#publish(key, (target) => rename(part, target));
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw this.#explained(error);
    }
  }

  async writeAll(blobs: Parameters<MarkedBlobs['writeAll']>[0]): Promise<void> {
    const waiting = [...blobs];
    const work = async () => {
      for (let blob = waiting.shift(); blob; blob = waiting.shift())
        await this.write(blob.key, only(blob.bytes));
    };
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  read(key: BlobKey, size: number): AsyncGenerator<Buffer, void> {
    return this.#pieces(key, size, (length) => Buffer.allocUnsafe(length));
  }

  async *#pieces(key: BlobKey, size: number, memoryOf: MemoryOf): AsyncGenerator<Buffer, void> {
    try {
      yield* readExactly(this.file(key), size, memoryOf);
    } catch (error) {
      throw this.#explained(error);
    }
  }

  file(key: BlobKey): string {
    return join(this.#root, folderOf(key.name), `${key.name}.${key.id}`);
  }

  async remove(key: BlobKey): Promise<void> {
    const path = this.file(key);
    await rm(path, { force: true }).catch((error: unknown) => {
      throw this.#explained(error);
    });
    await this.#sync(key).catch(unlessGone);
  }

  /** Lists whole folders; the position of a portion is the name of its last folder. */
  async list(after = ''): Promise<BlobPortion> {
    const entries = await readdir(this.#root, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory() && FOLDER.test(entry.name));
    const keys: BlobKey[] = [];
    for (const { name } of folders.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (name <= after) continue;
      keys.push(...(await this.#keysIn(join(this.#root, name))));
      if (keys.length >= LISTED_AT_ONCE) return { keys, next: name };
    }
    return { keys, next: undefined };
  }

  async removeParts(begunBefore: Date): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.#parts)) {
      const path = join(this.#parts, name);
      const found = await stat(path).catch(unlessGone);
      if (!found || found.mtime >= begunBefore) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  async incomplete(uploads: readonly Sized[]): Promise<Set<string>> {
    const found = new Set<string>();
    const waiting = uploads.values();
    const work = async () => {
      for (const { key, size } of waiting) if ((await this.lengthOf(key)) !== size) found.add(key.id);
    };
    await Promise.all(Array.from({ length: MEASURED_AT_ONCE }, work));
    return found;
  }

  /** Reads the bytes into the same memory, because nothing of them is kept: garbage of gigabytes would grow the process. */
  examine(key: BlobKey, expected: Parameters<MarkedBlobs['examine']>[1]): Promise<string | undefined> {
    const content = this.#pieces(key, expected.size, sameMemory());
    return contentProblem(content, expected);
  }

  async mark(): Promise<string | undefined> {
    const text = await readFile(join(this.#root, MARK), 'utf8').catch(unlessGone);
    return text?.trim();
  }

  /** The mark has a random part, so that two directories that are marked at the same time differ. */
  async leaveMark(id: string): Promise<string> {
    const part = this.#newPart();
    const path = join(this.#root, MARK);
    const file = await open(part, 'wx');
    await file.writeFile(`${id} ${randomUUID()}\n`);
    await file.sync();
    await file.close();
    await link(part, path).catch(unlessThere);
    await rm(part, { force: true });
    await syncOne(this.#root);
    return (await this.mark()) ?? '';
  }

  async close(): Promise<void> {
    const folders = await Promise.allSettled(this.#folders.values());
    this.#folders.clear();
    for (const folder of folders) if (folder.status === 'fulfilled') await closeFolder(folder.value);
  }

  async lengthOf(key: BlobKey): Promise<number | undefined> {
    try {
      return (await stat(this.file(key))).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw this.#explained(error);
    }
  }

  #newPart(): string {
    return join(this.#parts, randomUUID());
  }

  async #publish(key: BlobKey, giveName: (target: string) => Promise<void>): Promise<void> {
    const path = this.file(key);
    try {
      await giveName(path);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await mkdir(dirname(path), { recursive: true });
      await syncOne(this.#root);
      await giveName(path);
    }
    await this.#sync(key);
  }

  async #sync({ name }: BlobKey): Promise<void> {
    const folder = folderOf(name);
    const opened = this.#folders.get(folder) ?? openFolder(join(this.#root, folder), constants.O_RDONLY);
    this.#folders.set(folder, opened);
    try {
      await syncOpened(await opened);
    } catch (error) {
      if (this.#folders.get(folder) === opened) {
        this.#folders.delete(folder);
        await opened.then(closeFolder).catch(() => undefined);
      }
      throw error;
    }
  }

  async #keysIn(folder: string): Promise<BlobKey[]> {
    const names = (await readdir(folder).catch(unlessGone)) ?? [];
    return names.flatMap((file) => {
      const [, name, id] = FILE.exec(file) ?? [];
      return name !== undefined && id !== undefined ? [{ name, id }] : [];
    });
  }

  #explained(error: unknown): unknown {
    const reason = REASONS[String(codeOf(error))];
    return reason === undefined ? error : storeUnavailable(this.#root, reason, error);
  }
}

/** Explanations of system errors for operators. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'is full: free space or enlarge the volume',
  EDQUOT: 'has reached its quota: free space or raise the quota',
  EROFS: 'is read-only: check the volume and the disk',
  EIO: 'has a disk error: check the kernel log',
  EACCES: 'does not permit the service to work in it: check the owner of the directory',
  EPERM: 'does not permit the service to work in it: check the owner of the directory',
  ESTALE: 'was replaced on its file server: mount the volume again',
  EMFILE: 'cannot open more files: raise the limit of open files',
};

const openFolder = promisify(openDescriptor);
const syncOpened = promisify(fsync);
const closeFolder = promisify(close);

const folderOf = (name: string): string => name.slice(0, 2);

const unlessGone = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

const unlessThere = (error: unknown): void => {
  if (codeOf(error) !== 'EEXIST') throw error;
};

async function* only(bytes: Buffer): AsyncGenerator<Buffer, void> {
  await Promise.resolve();
  yield bytes;
}

import { mkdir, open, readdir, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

export interface SpoolOptions {
  directory: string;
  /** Most bytes of all emails that are received at a time. */
  mostBytes: number;
  newId: () => string;
  onChange: (reservedBytes: number) => void;
}

/** Disk space for one email; must be released in every case. */
export interface Reservation {
  readonly bytes: number;
  /** Grows or shrinks the reservation; false, and unchanged, when there is no space for so many bytes. */
  resize(bytes: number): boolean;
}

const FILE = /^mail-[0-9a-v]{20}$/;

/** Keeps long emails on disk until they are stored, within limits. The files have no names, so that none outlives its process. */
export class Spool {
  readonly #options: SpoolOptions;
  readonly #bySender = new Map<string, number>();
  #reservedBytes = 0;

  private constructor(options: SpoolOptions) {
    this.#options = options;
  }

  /** @throws Error that names the directory when it cannot be written to */
  static async open(options: SpoolOptions): Promise<Spool> {
    await mkdir(options.directory, { recursive: true, mode: 0o700 });
    await removeLeftBehind(options.directory);
    const spool = new Spool(options);
    await (await spool.file()).close();
    options.onChange(0);
    return spool;
  }

  /** A reservation for an email of this sender, empty at first. */
  reservation(sender: string): Reservation {
    let held = 0;
    const resize = (bytes: number) => {
      if (bytes > held && !this.hasSpace(sender, bytes - held)) return false;
      this.#add(sender, bytes - held);
      held = bytes;
      return true;
    };
    return {
      get bytes() {
        return held;
      },
      resize,
    };
  }

  /** True if a sender may reserve so many bytes more: no sender gets more than half of all. */
  hasSpace(sender: string, bytes: number): boolean {
    const { mostBytes } = this.#options;
    const own = (this.#bySender.get(sender) ?? 0) + bytes;
    return own <= mostBytes / 2 && this.#reservedBytes + bytes <= mostBytes;
  }

  /** A new file for an email; it is removed when it is closed. */
  async file(): Promise<FileHandle> {
    const path = join(this.#options.directory, `mail-${this.#options.newId()}`);
    const handle = await open(path, 'wx+', 0o600);
    try {
      await rm(path, { force: true });
    } catch (error) {
      await handle.close();
      throw error;
    }
    return handle;
  }

  #add(sender: string, bytes: number): void {
    if (bytes === 0) return;
    const own = (this.#bySender.get(sender) ?? 0) + bytes;
    if (own === 0) this.#bySender.delete(sender);
    else this.#bySender.set(sender, own);
    this.#reservedBytes += bytes;
    this.#options.onChange(this.#reservedBytes);
  }
}

/** A file loses its name as soon as it is open, so a file with a name was left by a process that crashed in between. */
async function removeLeftBehind(directory: string): Promise<void> {
  const names = await readdir(directory);
  await Promise.all(
    names.filter((name) => FILE.test(name)).map((name) => rm(join(directory, name), { force: true })),
  );
}

import { mkdir, open, readdir, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

export interface SpoolOptions {
  directory: string;
  /** Most bytes of all mails that come in at a time. */
  mostBytes: number;
  newId: () => string;
  onChange: (reservedBytes: number) => void;
}

/** The room of one mail; to be given back in every case. */
export interface Place {
  readonly bytes: number;
  /** Takes more or gives back; false, and as it was, when there is no room for so many bytes. */
  resize(bytes: number): boolean;
}

const FILE = /^mail-[0-9a-v]{20}$/;

/** Where long mails lie until they are stored: on disk, within bounds, and without a name, so that nothing outlives its process. */
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

  /** Room for a mail of this sender, none at first. */
  place(sender: string): Place {
    let held = 0;
    const resize = (bytes: number) => {
      if (bytes > held && !this.hasRoom(sender, bytes - held)) return false;
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

  /** Whether a sender may have room for so many bytes more now: nobody gets more than half. */
  hasRoom(sender: string, bytes: number): boolean {
    const { mostBytes } = this.#options;
    const own = (this.#bySender.get(sender) ?? 0) + bytes;
    return own <= mostBytes / 2 && this.#reservedBytes + bytes <= mostBytes;
  }

  /** A file of its own for a mail, which is gone when it is closed. */
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

/** A file loses its name as soon as it is open, so that one that has a name is of a process that ended in between. */
async function removeLeftBehind(directory: string): Promise<void> {
  const names = await readdir(directory);
  await Promise.all(
    names.filter((name) => FILE.test(name)).map((name) => rm(join(directory, name), { force: true })),
  );
}

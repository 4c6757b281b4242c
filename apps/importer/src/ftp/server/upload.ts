import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { syncDirectory } from './sync-directory.ts';

/** So much of a large file waits in the memory of the system at most: otherwise its client would wait long for the reply at the end. */
const SYNCED_EVERY_BYTES = 64 * 1024 * 1024;

export interface UploadParts {
  file: string;
  directory: string;
  /** The offset of the first byte; what the file has from there on is cut off. */
  from: number;
  grown: (size: number) => void;
  closed: () => void;
}

/** A file that a client is writing. */
export class Upload {
  readonly #handle: FileHandle;
  readonly #parts: UploadParts;
  #position: number;
  #unsyncedBytes = 0;

  private constructor(handle: FileHandle, parts: UploadParts) {
    this.#handle = handle;
    this.#parts = parts;
    this.#position = parts.from;
  }

  static async open(parts: UploadParts): Promise<Upload> {
    const handle = await open(parts.file, parts.from === 0 ? 'w' : 'r+', 0o600);
    const upload = new Upload(handle, parts);
    try {
      await handle.truncate(parts.from);
    } catch (error) {
      await handle.close();
      throw error;
    }
    parts.grown(parts.from);
    return upload;
  }

  get size(): number {
    return this.#position;
  }

  async write(bytes: Uint8Array): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.#handle.write(
        bytes,
        written,
        bytes.length - written,
        this.#position,
      );
      written += bytesWritten;
      this.#position += bytesWritten;
    }
    this.#unsyncedBytes += bytes.length;
    if (this.#unsyncedBytes >= SYNCED_EVERY_BYTES) {
      await this.#handle.datasync();
      this.#unsyncedBytes = 0;
    }
    this.#parts.grown(this.#position);
  }

  /** Afterwards the bytes are on disk, whatever happens to the process or the machine. */
  async sync(): Promise<void> {
    await this.#handle.sync();
    await syncDirectory(this.#parts.directory);
  }

  async close(): Promise<void> {
    try {
      await this.#handle.close();
    } finally {
      this.#parts.closed();
    }
  }
}

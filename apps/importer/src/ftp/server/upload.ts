import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { syncDirectory } from './sync-directory.ts';

/** So much of a large file waits in the memory of the system at most: otherwise its client would wait long for the reply at the end. */
const SYNCED_EVERY_BYTES = 64 * 1024 * 1024;
/** Bytes arrive in pieces of a few kilobytes, and each write costs as much as receiving some of them. */
const WRITE_BYTES = 256 * 1024;
/** A client may send single bytes. */
const WRITE_PIECES = 1024;

export interface UploadParts {
  file: string;
  directory: string;
  /** The offset of the first byte; what the file has from there on is cut off. */
  from: number;
  grown: (size: number) => void;
  closed: () => void;
}

/** A file that a client is writing. What has arrived is on its way to the disk in memory, until there is enough of it for a write. */
export class Upload {
  readonly #handle: FileHandle;
  readonly #parts: UploadParts;
  #position: number;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
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
    return this.#position + this.#heldBytes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    this.#parts.grown(this.size);
    if (this.#heldBytes >= WRITE_BYTES || this.#held.length >= WRITE_PIECES) await this.#writeHeld();
  }

  /** Afterwards the bytes are on disk, whatever happens to the process or the machine. */
  async sync(): Promise<void> {
    await this.#writeHeld();
    await this.#handle.sync();
    await syncDirectory(this.#parts.directory);
  }

  /** Also what came before a connection was cut is kept: its client continues from there. */
  async close(): Promise<void> {
    try {
      await this.#writeHeld();
    } finally {
      await this.#closeFile();
    }
  }

  async #writeHeld(): Promise<void> {
    let rest = this.#held;
    this.#unsyncedBytes += this.#heldBytes;
    this.#held = [];
    this.#heldBytes = 0;
    try {
      while (rest.length > 0) {
        const { bytesWritten } = await this.#handle.writev(rest, this.#position);
        this.#position += bytesWritten;
        rest = after(rest, bytesWritten);
      }
    } finally {
      this.#parts.grown(this.size);
    }
    if (this.#unsyncedBytes < SYNCED_EVERY_BYTES) return;
    await this.#handle.datasync();
    this.#unsyncedBytes = 0;
  }

  async #closeFile(): Promise<void> {
    try {
      await this.#handle.close();
    } finally {
      this.#parts.closed();
    }
  }
}

/** The rest of pieces once so many bytes of them are written. */
function after(pieces: readonly Uint8Array[], written: number): Uint8Array[] {
  let begin = written;
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(begin, piece.length));
    begin -= piece.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}

import { open, truncate } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { FtpRefusal } from './ftp-session.ts';

export interface UploadPlan {
  path: string;
  append: boolean;
  start: number;
  diskFull: { afterBytes: number; code: number } | undefined;
  dropDataAt: number | undefined;
  /** The pause in milliseconds after each chunk. */
  slowMs: number | undefined;
  /** The offset of the byte of which a bit is flipped. */
  damagedByte: number | undefined;
  /** Cuts the session. */
  cut(): void;
  /** Stores the refusal that the session must answer with. */
  refuse(refusal: FtpRefusal): FtpRefusal;
  /** Called with the whole file on disk, before the client gets the reply. */
  completed(path: string): Promise<void>;
}

/** A STOR that is written to disk, with the faults that may end it early. */
export class UploadStream extends Writable {
  /** The path, which ftp-srv reads. */
  readonly path: string;
  readonly #plan: UploadPlan;
  #file: FileHandle | undefined;
  #bytes = 0;

  constructor(plan: UploadPlan) {
    super();
    this.#plan = plan;
    this.path = plan.path;
    // ftp-srv ends a transfer by announcing "close" on the stream instead of ending it.
    this.once('close', () => this.end());
    // An error after the session has ended has no other listener, and must not end the portal.
    this.on('error', () => undefined);
  }

  override _construct(done: (error?: Error | null) => void): void {
    const { path, append, start } = this.#plan;
    open(path, append ? 'a' : start > 0 ? 'r+' : 'w').then(
      (file) => {
        this.#file = file;
        done();
      },
      (error: unknown) => done(error as Error),
    );
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#store(chunk).then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#finish().then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const closed = this.#file?.close() ?? Promise.resolve();
    this.#file = undefined;
    closed.then(() => done(error), done);
  }

  async #store(chunk: Buffer): Promise<void> {
    const { diskFull, dropDataAt, slowMs, append, start } = this.#plan;
    const dropAt = dropDataAt !== undefined && (dropDataAt > 1 || dropDataAt === 0) ? dropDataAt : Infinity;
    const free = Math.min(diskFull?.afterBytes ?? Infinity, dropAt) - this.#bytes;
    const fitting = this.#damaged(chunk.subarray(0, Math.max(0, Math.min(free, chunk.length))));
    await this.#file?.write(fitting, 0, fitting.length, append ? null : start + this.#bytes);
    this.#bytes += fitting.length;
    if (this.#bytes >= dropAt) this.#drop();
    if (diskFull && fitting.length < chunk.length) {
      throw this.#plan.refuse(new FtpRefusal(diskFull.code, 'No space left on device.'));
    }
    if (slowMs !== undefined) await sleep(slowMs);
  }

  #damaged(chunk: Buffer): Buffer {
    const offset = (this.#plan.damagedByte ?? Infinity) - this.#bytes;
    if (offset < 0 || offset >= chunk.length) return chunk;
    const copy = Buffer.from(chunk);
    copy.writeUInt8(copy.readUInt8(offset) ^ 1, offset);
    return copy;
  }

  async #finish(): Promise<void> {
    const { dropDataAt, path, completed } = this.#plan;
    await this.#file?.close();
    this.#file = undefined;
    if (dropDataAt !== undefined) {
      // The size is only known now, so the rest of the file is removed before the session is cut.
      if (dropDataAt <= 1) await truncate(path, Math.floor(this.#bytes * dropDataAt));
      this.#drop();
    }
    await completed(path);
  }

  #drop(): never {
    this.#plan.cut();
    throw new FtpRefusal(426, 'Connection closed; transfer aborted.');
  }
}

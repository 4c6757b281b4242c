import { createReadStream, open, read } from 'node:fs';
import type { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import { closeFile } from './open-file.ts';
import type { ZipBounds } from './zip-bounds.ts';

/** A part of a file, which the library for ZIP files reads as if it were all of it. */
export class ZipWindow extends RandomAccessReader {
  readonly #descriptor: number;
  readonly #start: number;

  constructor(descriptor: number, { start }: ZipBounds) {
    super();
    this.#descriptor = descriptor;
    this.#start = start;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const within = { start: this.#start + start, end: this.#start + end - 1 };
    return createReadStream('', { fd: this.#descriptor, ...within, fs: { open, read, close: leaveOpen } });
  }

  // oxlint-disable-next-line max-params -- the library calls it with five
  override read(
    memory: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    read(this.#descriptor, memory, offset, length, this.#start + position, (error, bytesRead) => {
      done(error ?? (bytesRead < length ? new Error('the file ends within a part of it') : null));
    });
  }

  override close(done: (error: Error | null) => void): void {
    closeFile(this.#descriptor).then(() => done(null), done);
  }
}

/** A stream that ends closes its file otherwise, and the window is read further. */
const leaveOpen = (_descriptor: number, done: (error: null) => void): void => done(null);

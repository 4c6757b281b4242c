import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FileSum } from './file-sums.ts';

/** What was received. */
export interface Received extends FileSum {
  sha256: string;
}

/** Computes all that is asked about bytes while they are in memory. */
export class ReceivedSums {
  readonly #hash = createHash('sha256');
  #size = 0;
  #crc = 0;

  add(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#size += bytes.length;
    this.#crc = crc32(bytes, this.#crc);
  }

  result(): Received {
    return { size: this.#size, crc: this.#crc, sha256: this.#hash.digest('hex') };
  }
}

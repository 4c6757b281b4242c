/** The size of a chunk of a package. */
export const CHUNK_BYTES = 262_144;
/** The maximum size of free chunks; more are left to the garbage collector. */
const FREE_BYTES_MAX = 16_777_216;

interface Lent {
  memory: Buffer;
  /** The offsets of chunks that were not given back. */
  unreleased: Set<number>;
}

/**
 * Memory for the entries of packages, given out in chunks. It is reused only after the reader has given all chunks of it back: otherwise
 * every package would be left to the garbage collector as a whole, which costs more than sending it.
 */
export class ChunkMemory {
  /** Free memory by size. */
  readonly #free = new Map<number, Buffer[]>();
  #freeBytes = 0;
  readonly #lent = new WeakMap<ArrayBufferLike, Lent>();

  take(bytes: number): Buffer {
    const size = sizeFor(bytes);
    const memory = this.#free.get(size)?.pop();
    if (memory === undefined) return Buffer.allocUnsafeSlow(size).subarray(0, bytes);
    this.#freeBytes -= size;
    return memory.subarray(0, bytes);
  }

  /** The chunks of memory that was taken. */
  *chunks(taken: Buffer): Generator<Buffer> {
    const memory = Buffer.from(taken.buffer);
    const begins = Array.from({ length: Math.ceil(taken.length / CHUNK_BYTES) }, (_, n) => n * CHUNK_BYTES);
    this.#lent.set(taken.buffer, { memory, unreleased: new Set(begins) });
    for (const begin of begins) yield taken.subarray(begin, begin + CHUNK_BYTES);
  }

  /** Gives back a chunk that nobody reads any more; without effect for other memory and for what was given back before. */
  giveBack({ buffer, byteOffset }: Uint8Array): void {
    const lent = this.#lent.get(buffer);
    if (!lent?.unreleased.delete(byteOffset) || lent.unreleased.size > 0) return;
    this.#lent.delete(buffer);
    this.giveBackWhole(lent.memory);
  }

  /** Gives back memory that was taken and never given out. */
  giveBackWhole({ buffer }: Buffer): void {
    const memory = Buffer.from(buffer);
    if (this.#freeBytes + memory.length > FREE_BYTES_MAX) return;
    this.#freeBytes += memory.length;
    const free = this.#free.get(memory.length);
    if (free) free.push(memory);
    else this.#free.set(memory.length, [memory]);
  }
}

/** The size as a power of two, so that memory fits many entries. */
const sizeFor = (bytes: number): number => Math.max(CHUNK_BYTES, 2 ** Math.ceil(Math.log2(bytes)));

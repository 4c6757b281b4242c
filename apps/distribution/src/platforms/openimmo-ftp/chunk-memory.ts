/** Of a chunk of a package. */
export const CHUNK_BYTES = 262_144;
/** What is free beyond that is left to the garbage collector. */
const FREE_MAX = 32;

/**
 * Memory for chunks. It is used again only after the reader of a chunk has given it back: otherwise every package would be left to the
 * garbage collector as a whole, which costs more than sending it.
 */
export class ChunkMemory {
  readonly #free: Buffer[] = [];
  readonly #lent = new WeakMap<ArrayBufferLike, Buffer>();

  take(): Buffer {
    const memory = this.#free.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
    this.#lent.set(memory.buffer, memory);
    return memory;
  }

  /** For who knows that nobody reads the chunk any more; without effect for other memory and for what was given back before. */
  giveBack({ buffer }: Uint8Array): void {
    const memory = this.#lent.get(buffer);
    this.#lent.delete(buffer);
    if (memory !== undefined && this.#free.length < FREE_MAX) this.#free.push(memory);
  }
}

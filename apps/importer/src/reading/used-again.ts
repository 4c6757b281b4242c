/** Most photos fit. */
const KEPT_BYTES = 1024 * 1024;

/** Memory for what is read and not kept. It is used again, so that the garbage collector does not run for every few files. */
export class UsedAgain {
  readonly #free: Buffer[] = [];

  /** Lends so many bytes for as long as the work takes. */
  async lend<T>(size: number, work: (memory: Buffer) => Promise<T>): Promise<T> {
    if (size > KEPT_BYTES) return work(Buffer.allocUnsafeSlow(size));
    const memory = this.#free.pop() ?? Buffer.allocUnsafeSlow(KEPT_BYTES);
    try {
      return await work(memory.subarray(0, size));
    } finally {
      this.#free.push(memory);
    }
  }
}

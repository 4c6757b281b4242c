/** Hands what was added since the last run to one call, so that many small writes become few large ones. */
export class Batcher<T> {
  readonly #run: (items: readonly T[]) => Promise<void>;
  readonly #max: number;
  #waiting: { item: T; resolve: () => void; reject: (error: unknown) => void }[] = [];
  #running = false;
  #scheduled = false;

  constructor(options: { run: (items: readonly T[]) => Promise<void>; max: number }) {
    this.#run = options.run;
    this.#max = options.max;
  }

  /** Settles with the run that the item was part of. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  /** What is added in the same turn goes together. */
  #schedule(): void {
    if (this.#scheduled || this.#running || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#runNext();
    });
  }

  async #runNext(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#max);
    if (batch.length === 0) return;
    this.#running = true;
    try {
      await this.#run(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#running = false;
      this.#schedule();
    }
  }
}

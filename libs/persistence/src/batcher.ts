const BATCH_MAX = 500;

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** Does in one batch what is asked for while the batch before is being done; alone, an item waits for nobody. */
export class Batcher<T, R> {
  readonly #doAll: (items: T[]) => Promise<readonly R[]>;
  readonly #max: number;
  readonly #waiting: Waiting<T, R>[] = [];
  #isRunning = false;

  /** `doAll` gives a result for each item, in their order; it gets `max` of them at most. */
  constructor(doAll: (items: T[]) => Promise<readonly R[]>, max = BATCH_MAX) {
    this.#doAll = doAll;
    this.#max = max;
  }

  /** Settles with the batch that the item is part of. */
  do(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // What else is asked for in this turn comes along.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) await this.#runOne(this.#waiting.splice(0, this.#max));
    this.#isRunning = false;
  }

  async #runOne(batch: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.#doAll(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as R));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';

const BATCH_MAX = 500;

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** Resolves when a batch should start, given the number of waiting items. */
export type Gather = (waiting: number) => Promise<unknown>;

/** Processes in one batch all items that arrive while the previous batch is processed. */
export class Batcher<T, R> {
  readonly #doAll: (items: T[]) => Promise<readonly R[]>;
  readonly #max: number;
  readonly #gather: Gather;
  readonly #waiting: Waiting<T, R>[] = [];
  #isRunning = false;

  /** `doAll` gets at most `max` items and returns a result for each, in order. A batch starts when `gather` resolves. */
  constructor(
    doAll: (items: T[]) => Promise<readonly R[]>,
    max = BATCH_MAX,
    gather: Gather = () => nextTurn(),
  ) {
    this.#doAll = doAll;
    this.#max = max;
    this.#gather = gather;
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
    while (this.#waiting.length > 0) {
      await this.#gather(this.#waiting.length);
      await this.#runOne(this.#waiting.splice(0, this.#max));
    }
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

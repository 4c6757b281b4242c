import { MAX_UPLOADED_TOGETHER } from '@estate/contracts';

/** Requests of one account at a time: the catalog stores the files of one while it reads those of another. */
const AT_ONCE = 3;
/** A request begins with fewer files only if no other one is under way. */
const WORTH_IT = MAX_UPLOADED_TOGETHER / 2;

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

interface Lane<T, R> {
  waiting: Waiting<T, R>[];
  running: number;
}

/** Gives a result for each item, in their order; some may be there later than others. */
type Send<T, R> = (accountId: string, items: readonly T[]) => Promise<readonly (R | Promise<R>)[]>;

/** Puts what arrives at about the same time for the same account together, so that it costs one request. */
export class FilesTogether<T, R> {
  readonly #send: Send<T, R>;
  readonly #lanes = new Map<string, Lane<T, R>>();

  constructor(send: Send<T, R>) {
    this.#send = send;
  }

  /** Settles with the request that the item is part of. */
  add(accountId: string, item: T): Promise<R> {
    const lane = this.#lanes.get(accountId) ?? { waiting: [], running: 0 };
    this.#lanes.set(accountId, lane);
    return new Promise((resolve, reject) => {
      lane.waiting.push({ item, resolve, reject });
      this.#next(accountId, lane);
    });
  }

  #next(accountId: string, lane: Lane<T, R>): void {
    const { waiting, running } = lane;
    const isDue = running === 0 ? waiting.length > 0 : waiting.length >= WORTH_IT && running < AT_ONCE;
    if (isDue) void this.#run(accountId, lane);
    else if (running === 0) this.#lanes.delete(accountId);
  }

  async #run(accountId: string, lane: Lane<T, R>): Promise<void> {
    lane.running += 1;
    // What arrives in the same turn of the event loop belongs to it.
    await Promise.resolve();
    const taken = lane.waiting.splice(0, MAX_UPLOADED_TOGETHER);
    try {
      const results = await this.#send(
        accountId,
        taken.map(({ item }) => item),
      );
      taken.forEach(({ resolve }, place) => resolve(results[place] as R));
      await Promise.allSettled(results);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
    lane.running -= 1;
    this.#next(accountId, lane);
  }
}

/** Bounds how much is done at a time; accounts that wait take turns, so that one with much to do delays the others little. */
export class FairLimit {
  #free: number;
  /** In the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(places: number) {
    this.#free = places;
  }

  /** @throws the reason of the signal when it is aborted before it is this work's turn */
  async run<T>(accountId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(accountId, signal);
    try {
      return await work();
    } finally {
      this.#free += 1;
      this.#next();
    }
  }

  async #turn(accountId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    let abort = () => {};
    const turn = new Promise<void>((begin, reject) => {
      abort = () => {
        this.#forget(accountId, begin);
        reject(signal.reason as Error);
      };
      this.#waiting.set(accountId, [...(this.#waiting.get(accountId) ?? []), begin]);
    });
    signal.addEventListener('abort', abort, { once: true });
    this.#next();
    await turn.finally(() => signal.removeEventListener('abort', abort));
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first || this.#free === 0) return;
    const [accountId, [begin, ...others]] = first;
    this.#waiting.delete(accountId);
    if (others.length > 0) this.#waiting.set(accountId, others);
    this.#free -= 1;
    begin?.();
  }

  #forget(accountId: string, waiting: () => void): void {
    const others = (this.#waiting.get(accountId) ?? []).filter((each) => each !== waiting);
    if (others.length > 0) this.#waiting.set(accountId, others);
    else this.#waiting.delete(accountId);
  }
}

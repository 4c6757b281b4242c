/** Whose work it is; the signal is aborted when it is no longer needed. */
export interface Client {
  accountId: string;
  signal: AbortSignal;
}

interface Waiting {
  places: number;
  begin: () => void;
}

/** Bounds how much is done at a time; accounts that wait take turns, so that one with much to do delays the others little. */
export class FairLimit {
  readonly #places: number;
  #free: number;
  /** In the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(places: number) {
    this.#places = places;
    this.#free = places;
  }

  /**
   * Work of more places than there are takes all of them.
   * @throws the reason of the signal when it is aborted before it is this work's turn
   */
  async run<T>(client: Client, work: () => Promise<T>, wanted = 1): Promise<T> {
    const places = Math.min(wanted, this.#places);
    await this.#turn(client, places);
    try {
      return await work();
    } finally {
      this.#free += places;
      this.#next();
    }
  }

  async #turn({ accountId, signal }: Client, places: number): Promise<void> {
    signal.throwIfAborted();
    let abort = () => {};
    const turn = new Promise<void>((begin, reject) => {
      const waiting = { places, begin };
      abort = () => {
        this.#forget(accountId, waiting);
        reject(signal.reason as Error);
      };
      this.#waiting.set(accountId, [...(this.#waiting.get(accountId) ?? []), waiting]);
    });
    signal.addEventListener('abort', abort, { once: true });
    this.#next();
    await turn.finally(() => signal.removeEventListener('abort', abort));
  }

  /** Nobody overtakes work that needs more places than are free, or it would wait for ever. */
  #next(): void {
    for (const [accountId, [first, ...others]] of this.#waiting) {
      if (!first || first.places > this.#free) return;
      this.#waiting.delete(accountId);
      if (others.length > 0) this.#waiting.set(accountId, others);
      this.#free -= first.places;
      first.begin();
    }
  }

  #forget(accountId: string, waiting: Waiting): void {
    const others = (this.#waiting.get(accountId) ?? []).filter((each) => each !== waiting);
    if (others.length > 0) this.#waiting.set(accountId, others);
    else this.#waiting.delete(accountId);
    this.#next();
  }
}

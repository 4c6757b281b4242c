/** The caller; an aborted signal withdraws a request that waits for its turn. */
export interface LimitedClient {
  accountId: string;
  signal: AbortSignal;
}

/** The places of work in progress. */
export interface Places {
  /** Lets others use the places, which still count for the account. */
  lend: () => void;
  /** Releases the places, once. */
  end: () => void;
}

interface Waiting {
  places: number;
  begin: () => void;
}

/** The work of one account. */
interface Line {
  held: number;
  waiting: Set<Waiting>;
}

/**
 * Limits the amount of parallel work. Free places go to the account with the fewest, and between equals to the one whose last turn is
 * longest ago, so that an account with much work hardly delays others.
 */
export class FairLimit {
  readonly #places: number;
  readonly #shareOf: (accountId: string) => number;
  #free: number;
  /** The queues of the accounts with work, in the order of their turns. */
  readonly #lines = new Map<string, Line>();

  /** @param shareOf the maximum number of places that an account may have now; all by default */
  constructor(places: number, shareOf: (accountId: string) => number = () => places) {
    this.#places = places;
    this.#shareOf = shareOf;
    this.#free = places;
  }

  waiting(accountId: string): number {
    return this.#lines.get(accountId)?.waiting.size ?? 0;
  }

  /** True if another account has work in progress or waiting. */
  isShared(accountId: string): boolean {
    return this.#lines.size > (this.#lines.has(accountId) ? 1 : 0);
  }

  /** @throws the reason of the signal if it is aborted before the work starts */
  async run<T>(client: LimitedClient, work: () => Promise<T>, wanted?: number): Promise<T> {
    const places = await this.take(client, wanted);
    try {
      return await work();
    } finally {
      places.end();
    }
  }

  /**
   * Waits for places; work that wants more than exist gets all of them. `end` must be called.
   * @throws the reason of the signal if it is aborted before it gets the places
   */
  async take({ accountId, signal }: LimitedClient, wanted = 1): Promise<Places> {
    signal.throwIfAborted();
    const places = Math.min(wanted, this.#places);
    const line = this.#lines.get(accountId) ?? { held: 0, waiting: new Set() };
    this.#lines.set(accountId, line);
    let withdraw = () => {};
    const turn = new Promise<void>((begin, reject) => {
      const waiting = { places, begin };
      line.waiting.add(waiting);
      withdraw = () => {
        line.waiting.delete(waiting);
        this.#forgetIfIdle(accountId, line);
        reject(signal.reason as Error);
        // Those behind it may need fewer places.
        this.#beginAll();
      };
    });
    signal.addEventListener('abort', withdraw, { once: true });
    this.#beginAll();
    await turn.finally(() => signal.removeEventListener('abort', withdraw));
    return this.#taken(line, { accountId, places });
  }

  #taken(line: Line, { accountId, places }: { accountId: string; places: number }): Places {
    let [isLent, isOver] = [false, false];
    const lend = () => {
      if (isLent) return;
      isLent = true;
      this.#free += places;
      this.#beginSoon();
    };
    const end = () => {
      if (isOver) return;
      isOver = true;
      line.held -= places;
      this.#forgetIfIdle(accountId, line);
      lend();
      this.#beginSoon();
    };
    return { lend, end };
  }

  /** Reads what has arrived meanwhile first, because it may belong to an account with fewer places. */
  #beginSoon(): void {
    setImmediate(() => this.#beginAll());
  }

  #forgetIfIdle(accountId: string, { held, waiting }: Line): void {
    if (held === 0 && waiting.size === 0) this.#lines.delete(accountId);
  }

  #beginAll(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const { accountId, line, first } = next;
      line.waiting.delete(first);
      line.held += first.places;
      this.#free -= first.places;
      this.#lines.delete(accountId);
      this.#lines.set(accountId, line);
      first.begin();
    }
  }

  /** Returns the next queue. Work that needs more places than are free is not overtaken, or it would wait forever. */
  #next() {
    let next: { accountId: string; line: Line; first: Waiting } | undefined;
    for (const [accountId, line] of this.#lines) {
      const [first] = line.waiting;
      if (!first || (line.held > 0 && line.held + first.places > this.#shareOf(accountId))) continue;
      if (!next || line.held < next.line.held) next = { accountId, line, first };
    }
    return next && next.first.places <= this.#free ? next : undefined;
  }
}

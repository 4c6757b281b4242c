/** Work that waits for its turn: its id, its account, and its due time. */
export interface DueWork {
  id: string;
  accountId: string;
  dueAt: Date;
}

export interface DueLook {
  /** Lists all due work. */
  all(): Promise<DueWork[]>;
  /** Returns the work with this id if it is due. */
  ifDue(id: string): Promise<DueWork | null>;
}

const HINTS_MAX = 1000;
/** The rest after a full scan, as a multiple of the scan's duration. Hints report work that becomes due in between. */
const REST_PER_LOOK = 10;

interface Turn {
  number: number;
  endedAt: Date;
}

/**
 * Takes turns between accounts: those with the least work in progress go first, and none gets more than its share of places, so a customer
 * with much due work or dead hosts delays nobody else. Within these, the work that became due, or had its turn, first goes first. Due work
 * is scanned periodically and kept, not searched for at each turn.
 */
export class AccountTurns {
  readonly #look: DueLook;
  readonly #perAccount: number;
  readonly #clock: () => Date;
  /** Ids of work that was hinted to be due. */
  readonly #hints = new Set<string>();
  /** Work that was due at the last scan or hint. */
  #waiting = new Map<string, DueWork>();
  /** The part of it that was found after the last full scan began, which may have missed it. */
  readonly #foundSince = new Map<string, DueWork>();
  /** The account of all work in progress. */
  readonly #busy = new Map<string, string>();
  /** The last turn of work that may still be due. */
  readonly #last = new Map<string, Turn>();
  #turns = 0;
  #looking: Promise<void> | undefined;
  #restUntilMs = 0;

  constructor(look: DueLook, { perAccount, clock }: { perAccount: number; clock: () => Date }) {
    this.#look = look;
    this.#perAccount = perAccount;
    this.#clock = clock;
  }

  /** Hints that work has become due; forgotten hints are found by a full scan. */
  hint(id: string): void {
    if (this.#hints.size < HINTS_MAX) this.#hints.add(id);
  }

  /** Claims the next work that can be claimed; null if there is none. `end` must be called when the work has ended, in any case. */
  async take<T>(
    claim: (work: DueWork) => Promise<T | null>,
  ): Promise<{ claimed: T; end: () => void } | null> {
    const refused = new Set<string>();
    for (;;) {
      const next = await this.next(refused);
      if (!next) return null;
      const claimed = await this.#claimed(next, claim);
      if (claimed !== null) return { claimed, end: () => this.end(next.id) };
      refused.add(next.id);
    }
  }

  async #claimed<T>(next: DueWork, claim: (work: DueWork) => Promise<T | null>): Promise<T | null> {
    if (!this.begin(next)) return null;
    let claimed: T | null = null;
    try {
      claimed = await claim(next);
    } finally {
      if (claimed === null) this.takeBack(next.id);
    }
    return claimed;
  }

  /** The next due work, except `refused`. */
  async next(refused: ReadonlySet<string>): Promise<DueWork | undefined> {
    await this.#readHints();
    if (performance.now() >= this.#restUntilMs) await this.#lookAtAll();
    return this.#first(refused);
  }

  /** False if it is in progress already, or if its account has its share. */
  begin({ id, accountId }: DueWork): boolean {
    if (this.#busy.has(id) || (this.#atWork().get(accountId) ?? 0) >= this.#perAccount) return false;
    this.#waiting.delete(id);
    this.#busy.set(id, accountId);
    return true;
  }

  /** Ends a turn; the work may still be due. */
  end(id: string): void {
    this.#busy.delete(id);
    this.#turns += 1;
    this.#last.set(id, { number: this.#turns, endedAt: this.#clock() });
    this.hint(id);
  }

  /** Undoes a turn that did not take place. */
  takeBack(id: string): void {
    this.#busy.delete(id);
  }

  /** Looks up the hints, except for work that is known to wait. */
  async #readHints(): Promise<void> {
    for (const id of this.#hints) {
      this.#hints.delete(id);
      if (this.#busy.has(id) || this.#waiting.has(id)) continue;
      const found = await this.#look.ifDue(id);
      if (!found || this.#busy.has(id)) continue;
      for (const kept of [this.#waiting, this.#foundSince]) kept.set(id, found);
    }
  }

  #lookAtAll(): Promise<void> {
    this.#looking ??= this.#refresh().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #refresh(): Promise<void> {
    this.#foundSince.clear();
    const startedMs = performance.now();
    const all = await this.#look.all();
    const endedMs = performance.now();
    this.#restUntilMs = endedMs + REST_PER_LOOK * (endedMs - startedMs);
    const due = new Map(all.map((work) => [work.id, work]));
    for (const [id, work] of this.#foundSince) due.set(id, work);
    for (const id of this.#last.keys()) if (!due.has(id)) this.#last.delete(id);
    for (const id of this.#busy.keys()) due.delete(id);
    this.#waiting = due;
  }

  #first(refused: ReadonlySet<string>): DueWork | undefined {
    const atWork = this.#atWork();
    const open = [...this.#waiting.values()]
      .filter(({ id }) => !refused.has(id))
      .map((work) => ({ work, busy: atWork.get(work.accountId) ?? 0 }))
      .filter((one) => one.busy < this.#perAccount);
    const earlier = (one: (typeof open)[number], other: (typeof open)[number]) =>
      one.busy - other.busy || this.#byWait(one.work, other.work);
    return open.toSorted(earlier)[0]?.work;
  }

  #byWait(one: DueWork, other: DueWork): number {
    const turnOf = ({ id }: DueWork) => this.#last.get(id)?.number ?? 0;
    return this.#waitingSince(one) - this.#waitingSince(other) || turnOf(one) - turnOf(other);
  }

  #waitingSince({ id, dueAt }: DueWork): number {
    return Math.max(dueAt.getTime(), this.#last.get(id)?.endedAt.getTime() ?? 0);
  }

  /** The number of works in progress of each account with any. */
  #atWork(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const accountId of this.#busy.values()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return counts;
  }
}

/** Something that waits for its turn: whose it is, and since when its work has been due. */
export interface DueWork {
  id: string;
  accountId: string;
  dueAt: Date;
}

export interface DueLook {
  /** Everything that has work due. */
  all(): Promise<DueWork[]>;
  /** This one, if work of it is due. */
  ifDue(id: string): Promise<DueWork | null>;
}

const HINTS_MAX = 1000;
/**
 * After a full scan, the worker rests for this multiple of the scan's duration. Hints report work that becomes due in
 * between.
 */
const REST_PER_LOOK = 10;

interface Turn {
  number: number;
  endedAt: Date;
}

/**
 * Accounts with the least work in progress go first, and none gets more than its share of places, so
 * a customer with much due work or dead hosts delays nobody else. Within these, work comes before other work that became
 * due, or had its turn, after it. What is due is looked up now and then and kept, not searched for at each turn.
 */
export class AccountTurns {
  readonly #look: DueLook;
  readonly #perAccount: number;
  readonly #clock: () => Date;
  /** Ids of work that was said to be due. */
  readonly #hints = new Set<string>();
  /** Work that was due when it was looked at. */
  #waiting = new Map<string, DueWork>();
  /** The part of it that was found after the last look at all began, which may have missed it. */
  readonly #foundSince = new Map<string, DueWork>();
  /** The account of everything at work. */
  readonly #busy = new Map<string, string>();
  /** The last turn of what may still be due. */
  readonly #last = new Map<string, Turn>();
  #turns = 0;
  #looking: Promise<void> | undefined;
  #restUntilMs = 0;

  constructor(look: DueLook, { perAccount, clock }: { perAccount: number; clock: () => Date }) {
    this.#look = look;
    this.#perAccount = perAccount;
    this.#clock = clock;
  }

  /** Work of it has just become due; what is forgotten is found by a look at all. */
  hint(id: string): void {
    if (this.#hints.size < HINTS_MAX) this.#hints.add(id);
  }

  /**
   * Gives the next one whose work can be claimed its turn; null when there is none. `end` must be called when the work has
   * ended, however it did.
   */
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

  /** The next that has work due, `refused` ones apart. */
  async next(refused: ReadonlySet<string>): Promise<DueWork | undefined> {
    await this.#readHints();
    if (performance.now() >= this.#restUntilMs) await this.#lookAtAll();
    return this.#first(refused);
  }

  /** False if it is being worked on already, or if its account has its share. */
  begin({ id, accountId }: DueWork): boolean {
    if (this.#busy.has(id) || (this.#atWork().get(accountId) ?? 0) >= this.#perAccount) return false;
    this.#waiting.delete(id);
    this.#busy.set(id, accountId);
    return true;
  }

  /** There may be more than was done in this turn. */
  end(id: string): void {
    this.#busy.delete(id);
    this.#turns += 1;
    this.#last.set(id, { number: this.#turns, endedAt: this.#clock() });
    this.hint(id);
  }

  /** The turn did not take place. */
  takeBack(id: string): void {
    this.#busy.delete(id);
  }

  /** Looks up the hints; work that is known to wait needs no look. */
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

  /** The number at work of each account that has any. */
  #atWork(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const accountId of this.#busy.values()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return counts;
  }
}

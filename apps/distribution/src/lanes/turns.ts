import type { DueTarget } from '../stores/due-targets.ts';

export interface DueLook {
  /** Every target with something due. */
  all(): Promise<DueTarget[]>;
  /** This target, if something of it is due. */
  ifDue(targetId: string): Promise<DueTarget | null>;
}

const HINTS_MAX = 1000;
/** A look at all is followed by a rest of so many times what it took; hints tell of what becomes due meanwhile. */
const REST_PER_LOOK = 10;

interface Turn {
  number: number;
  endedAt: Date;
}

/**
 * Whose turn it is. Accounts with fewer lanes come before those with more, and none gets more than its share of places, so
 * a customer with many due targets or a dead platform delays nobody else. Within these a target comes before others that
 * became due, or had their turn, after it. What is due is looked up now and then and kept, not searched for at each turn.
 */
export class Turns {
  readonly #look: DueLook;
  readonly #perAccount: number;
  readonly #clock: () => Date;
  /** Targets of which something was said to be due. */
  readonly #hints = new Set<string>();
  /** Targets of which something was due when they were looked at. */
  #waiting = new Map<string, DueTarget>();
  /** Those of them that were found after the last look at all began, which may have missed them. */
  readonly #heard = new Map<string, DueTarget>();
  /** The account of each target at work. */
  readonly #busy = new Map<string, string>();
  /** The last turn of targets that may still be due. */
  readonly #last = new Map<string, Turn>();
  #turns = 0;
  #looking: Promise<void> | undefined;
  #restUntilMs = 0;

  constructor(look: DueLook, { perAccount, clock }: { perAccount: number; clock: () => Date }) {
    this.#look = look;
    this.#perAccount = perAccount;
    this.#clock = clock;
  }

  /** Something of the target has just become due; what is forgotten is found by a look at all. */
  hint(targetId: string): void {
    if (this.#hints.size < HINTS_MAX) this.#hints.add(targetId);
  }

  /** The next target that has something due, `refused` ones apart. */
  async next(refused: ReadonlySet<string>): Promise<DueTarget | undefined> {
    await this.#hear();
    if (performance.now() >= this.#restUntilMs) await this.#lookAtAll();
    return this.#first(refused);
  }

  /** False when another place took the target meanwhile, or its account has its share by now. */
  begin({ targetId, accountId }: DueTarget): boolean {
    if (this.#busy.has(targetId) || (this.#lanes().get(accountId) ?? 0) >= this.#perAccount) return false;
    this.#waiting.delete(targetId);
    this.#busy.set(targetId, accountId);
    return true;
  }

  /** There may be more than was done in this turn. */
  end(targetId: string): void {
    this.#busy.delete(targetId);
    this.#turns += 1;
    this.#last.set(targetId, { number: this.#turns, endedAt: this.#clock() });
    this.hint(targetId);
  }

  /** The turn did not take place. */
  takeBack(targetId: string): void {
    this.#busy.delete(targetId);
  }

  /** Looks at what was said to be due; what is known to wait needs no look. */
  async #hear(): Promise<void> {
    for (const targetId of this.#hints) {
      this.#hints.delete(targetId);
      if (this.#busy.has(targetId) || this.#waiting.has(targetId)) continue;
      const found = await this.#look.ifDue(targetId);
      if (!found || this.#busy.has(targetId)) continue;
      for (const targets of [this.#waiting, this.#heard]) targets.set(targetId, found);
    }
  }

  #lookAtAll(): Promise<void> {
    this.#looking ??= this.#refresh().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #refresh(): Promise<void> {
    this.#heard.clear();
    const startedMs = performance.now();
    const all = await this.#look.all();
    const endedMs = performance.now();
    this.#restUntilMs = endedMs + REST_PER_LOOK * (endedMs - startedMs);
    const due = new Map(all.map((target) => [target.targetId, target]));
    for (const [targetId, target] of this.#heard) due.set(targetId, target);
    for (const targetId of this.#last.keys()) if (!due.has(targetId)) this.#last.delete(targetId);
    for (const targetId of this.#busy.keys()) due.delete(targetId);
    this.#waiting = due;
  }

  #first(refused: ReadonlySet<string>): DueTarget | undefined {
    const lanes = this.#lanes();
    const open = [...this.#waiting.values()]
      .filter(({ targetId }) => !refused.has(targetId))
      .map((target) => ({ target, lanes: lanes.get(target.accountId) ?? 0 }))
      .filter((one) => one.lanes < this.#perAccount);
    const earlier = (one: (typeof open)[number], other: (typeof open)[number]) =>
      one.lanes - other.lanes || this.#byWait(one.target, other.target);
    return open.toSorted(earlier)[0]?.target;
  }

  #byWait(one: DueTarget, other: DueTarget): number {
    const turnOf = ({ targetId }: DueTarget) => this.#last.get(targetId)?.number ?? 0;
    return this.#waitingSince(one) - this.#waitingSince(other) || turnOf(one) - turnOf(other);
  }

  #waitingSince({ targetId, dueAt }: DueTarget): number {
    return Math.max(dueAt.getTime(), this.#last.get(targetId)?.endedAt.getTime() ?? 0);
  }

  /** Of each account that has any. */
  #lanes(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const accountId of this.#busy.values()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return counts;
  }
}

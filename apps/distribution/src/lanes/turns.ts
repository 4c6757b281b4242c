import type { DueTarget, Except } from '../stores/due-listing-store.ts';

/** The target that has waited longest, leaving out some. */
export type FindDue = (except: Except) => Promise<DueTarget | undefined>;

/**
 * Whose turn it is. Accounts without a lane come before those that have one, and none gets more than its share of places,
 * so a customer with many due targets or a dead platform delays nobody else. A target that had its turn comes again after
 * those that still wait.
 */
export class Turns {
  readonly #find: FindDue;
  readonly #perAccount: number;
  /** The account of each target, of those at work and of those that had their turn. */
  readonly #busy = new Map<string, string>();
  readonly #served = new Map<string, string>();

  constructor(find: FindDue, perAccount: number) {
    this.#find = find;
    this.#perAccount = perAccount;
  }

  /** The next target that has something due, `refused` ones apart. */
  async next(refused: ReadonlySet<string>): Promise<DueTarget | undefined> {
    const active = new Set(this.#busy.values());
    const ofIdle = await this.#oldest(refused, active);
    if (ofIdle || active.size === 0) return ofIdle;
    return this.#oldest(refused, this.#full());
  }

  /** False when another place took the target meanwhile, or its account has its share by now. */
  begin({ targetId, accountId }: DueTarget): boolean {
    if (this.#busy.has(targetId) || this.#full().has(accountId)) return false;
    this.#busy.set(targetId, accountId);
    return true;
  }

  end(targetId: string): void {
    const accountId = this.#busy.get(targetId);
    this.#busy.delete(targetId);
    if (accountId !== undefined) this.#served.set(targetId, accountId);
  }

  /** The turn did not take place. */
  takeBack(targetId: string): void {
    this.#busy.delete(targetId);
  }

  async #oldest(refused: ReadonlySet<string>, leftOut: ReadonlySet<string>): Promise<DueTarget | undefined> {
    const accounts = [...leftOut];
    const taken = [...this.#busy.keys(), ...refused];
    const waiting = await this.#find({ targets: [...taken, ...this.#served.keys()], accounts });
    if (waiting || this.#served.size === 0) return waiting;
    // All that is due here had its turn: the next round begins.
    for (const [targetId, accountId] of this.#served) {
      if (!leftOut.has(accountId)) this.#served.delete(targetId);
    }
    return this.#find({ targets: taken, accounts });
  }

  #full(): Set<string> {
    const counts = new Map<string, number>();
    for (const accountId of this.#busy.values()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return new Set([...counts].filter(([, count]) => count >= this.#perAccount).map(([id]) => id));
  }
}

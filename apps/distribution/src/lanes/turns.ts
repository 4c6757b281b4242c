import type { DueTarget, Except } from '../stores/due-listing-store.ts';
import { Seldom } from './seldom.ts';

export interface DueLook {
  /** The target that has waited longest, leaving out some. */
  oldest(except: Except): Promise<DueTarget | undefined>;
  /** This target, if something of it is due. */
  ifDue(targetId: string): Promise<DueTarget | null>;
}

const HINTS_MAX = 1000;

/**
 * Whose turn it is. Accounts without a lane come before those that have one, and none gets more than its share of places,
 * so a customer with many due targets or a dead platform delays nobody else. A target that had its turn comes again after
 * those that still wait.
 */
export class Turns {
  readonly #look: DueLook;
  readonly #perAccount: number;
  /** Targets of which something was said to be due. */
  readonly #hints = new Set<string>();
  #isByHint = false;
  readonly #lookForIdle = new Seldom();
  readonly #lookForAny = new Seldom();
  /** The account of each target, of those at work and of those that had their turn. */
  readonly #busy = new Map<string, string>();
  readonly #served = new Map<string, string>();

  constructor(look: DueLook, perAccount: number) {
    this.#look = look;
    this.#perAccount = perAccount;
  }

  /** Something of the target has just become due; what is forgotten is found by a look at all. */
  hint(targetId: string): void {
    if (this.#hints.size < HINTS_MAX) this.#hints.add(targetId);
  }

  /** The next target that has something due, `refused` ones apart: by hint and by age in turn. */
  async next(refused: ReadonlySet<string>): Promise<DueTarget | undefined> {
    const wasByHint = this.#isByHint;
    const ways = [() => this.#hinted(refused), () => this.#byAge(refused)];
    for (const [index, way] of (wasByHint ? ways.toReversed() : ways).entries()) {
      const found = await way();
      this.#isByHint = (index === 0) !== wasByHint;
      if (found) return found;
    }
    return undefined;
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

  async #byAge(refused: ReadonlySet<string>): Promise<DueTarget | undefined> {
    const active = new Set(this.#busy.values());
    if (active.size === 0) return this.#oldest(refused, active);
    const ofIdle = await this.#lookForIdle.run(() => this.#oldest(refused, active));
    const full = this.#full();
    if (ofIdle || full.size === active.size) return ofIdle;
    return this.#lookForAny.run(() => this.#oldest(refused, full));
  }

  /** An account without a lane is served at once; others wait for those that had no turn yet. */
  async #hinted(refused: ReadonlySet<string>): Promise<DueTarget | undefined> {
    for (const targetId of this.#hints) {
      this.#hints.delete(targetId);
      if (this.#busy.has(targetId) || refused.has(targetId)) continue;
      const found = await this.#look.ifDue(targetId);
      if (found && this.#mayGoByHint(found)) return found;
    }
    return undefined;
  }

  #mayGoByHint({ targetId, accountId }: DueTarget): boolean {
    const isIdle = ![...this.#busy.values()].includes(accountId);
    return isIdle || (!this.#served.has(targetId) && !this.#full().has(accountId));
  }

  async #oldest(refused: ReadonlySet<string>, leftOut: ReadonlySet<string>): Promise<DueTarget | undefined> {
    const accounts = [...leftOut];
    const taken = [...this.#busy.keys(), ...refused];
    const waiting = await this.#look.oldest({ targets: [...taken, ...this.#served.keys()], accounts });
    if (waiting || this.#served.size === 0) return waiting;
    // All that is due here had its turn: the next round begins.
    for (const [targetId, accountId] of this.#served) {
      if (!leftOut.has(accountId)) this.#served.delete(targetId);
    }
    return this.#look.oldest({ targets: taken, accounts });
  }

  #full(): Set<string> {
    const counts = new Map<string, number>();
    for (const accountId of this.#busy.values()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return new Set([...counts].filter(([, count]) => count >= this.#perAccount).map(([id]) => id));
  }
}

import { LRUCache } from 'lru-cache';

const ACCOUNTS_MAX = 10_000;

/** The recent duration of each account's calls. A share of the time since is subtracted. */
export class RecentTime {
  readonly #share: number;
  readonly #byAccount = new LRUCache<string, { ms: number; atMs: number }>({ max: ACCOUNTS_MAX });

  constructor(share: number) {
    this.#share = share;
  }

  /** Adds the duration of a call that ends now, and returns the sum. */
  add(accountId: string, callMs: number): number {
    const nowMs = performance.now();
    const { ms, atMs } = this.#byAccount.get(accountId) ?? { ms: 0, atMs: nowMs };
    const sum = Math.max(0, ms - this.#share * (nowMs - atMs)) + callMs;
    this.#byAccount.set(accountId, { ms: sum, atMs: nowMs });
    return sum;
  }
}

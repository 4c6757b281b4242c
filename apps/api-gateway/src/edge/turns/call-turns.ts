import { HttpRefusal } from '@estate/http';
import { FairLimit } from '@estate/runtime';
import type { Places } from '@estate/runtime';
import { LRUCache } from 'lru-cache';

export interface TurnLimits {
  /** The places for all calls in progress, and those for one account while others call. */
  places: number;
  perAccount: number;
  /** The maximum number of waiting calls of an account. */
  waitingMax: number;
}

export interface TurnOptions {
  /** The number of places of a costly call, at most those that its account has while others call. */
  places?: number;
  /** True if it waits for its turn without a limit, and in any number. */
  isPatient?: boolean;
}

/**
 * The rest of an account whose calls wait, as a multiple of the duration of each call, after its first time without rests and while others
 * call.
 */
const REST_PER_CALL = 2;

const TIMES = {
  /** The time after which a call releases its places: it waits for something outside. */
  heldMs: 1000,
  /** The time after which a waiting call is refused. */
  waitMs: 10_000,
  /** The recent time of calls up to which an account never rests; a page of the dashboard needs this much. */
  withoutRestMs: 1000,
  /** The time without a call after which an account does not count as calling. */
  callingMs: 1000,
};
export type TurnTimes = Partial<typeof TIMES>;

/**
 * Decides whose call is next. An account that calls alone may have all places. While others call, it has no more than its share, so that
 * its calls delay theirs by a few calls at most, and if it always has waiting calls, it also leaves time to the others.
 */
export class CallTurns {
  readonly #limits: TurnLimits;
  readonly #times: typeof TIMES;
  readonly #recent = new RecentTime(1 / (1 + REST_PER_CALL));
  readonly #limit: FairLimit;
  /** The newest call, and the newest one of another account. */
  #newest = { accountId: '', atMs: -Infinity };
  #newestOfOther = -Infinity;

  constructor(limits: TurnLimits, times: TurnTimes = {}) {
    this.#limits = limits;
    this.#times = { ...TIMES, ...times };
    this.#limit = new FairLimit(limits.places, (accountId) =>
      this.#areOthersCalling(accountId) ? limits.perAccount : limits.places,
    );
  }

  /** Does the work when it is the turn of its account. @throws HttpRefusal 429 */
  async run<T>(accountId: string, work: () => Promise<T>, options: TurnOptions = {}): Promise<T> {
    this.#note(accountId);
    const places = await this.#turn(accountId, options);
    const release = this.#releaser(accountId, places);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #note(accountId: string): void {
    if (accountId !== this.#newest.accountId) this.#newestOfOther = this.#newest.atMs;
    this.#newest = { accountId, atMs: performance.now() };
  }

  #areOthersCalling(accountId: string): boolean {
    const { accountId: newest, atMs } = this.#newest;
    const newestOfOther = newest === accountId ? this.#newestOfOther : atMs;
    return this.#limit.isShared(accountId) || newestOfOther > performance.now() - this.#times.callingMs;
  }

  async #turn(accountId: string, { places = 1, isPatient = false }: TurnOptions): Promise<Places> {
    const { perAccount, waitingMax } = this.#limits;
    if (!isPatient && this.#limit.waiting(accountId) >= waitingMax) throw tooMany();
    const late = new AbortController();
    const timer = isPatient ? undefined : setTimeout(() => late.abort(tooMany()), this.#times.waitMs);
    try {
      return await this.#limit.take({ accountId, signal: late.signal }, Math.min(places, perAccount));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Releases the places: at the end of the call, or when it takes long. */
  #releaser(accountId: string, places: Places): () => void {
    const startedMs = performance.now();
    let isHeld = true;
    const timer = setTimeout(() => {
      isHeld = false;
      places.end();
    }, this.#times.heldMs);
    return () => {
      clearTimeout(timer);
      if (!isHeld) return;
      const tookMs = performance.now() - startedMs;
      if (!this.#mustRest(accountId, tookMs)) {
        places.end();
        return;
      }
      setTimeout(places.end, REST_PER_CALL * tookMs);
      // Others may use the places of a resting account.
      places.lend();
    };
  }

  #mustRest(accountId: string, tookMs: number): boolean {
    const recentMs = this.#recent.add(accountId, tookMs);
    const isWaiting = this.#limit.waiting(accountId) > 0;
    return isWaiting && recentMs > this.#times.withoutRestMs && this.#areOthersCalling(accountId);
  }
}

const tooMany = () =>
  new HttpRefusal({
    status: 429,
    code: 'too-many-calls-at-once',
    message:
      'Too many calls of this account are waiting for earlier ones. Make fewer calls at once, and try again in 1 second.',
    headers: { 'retry-after': '1' },
  });

const ACCOUNTS_MAX = 10_000;

/** The time that calls of each account took recently. A share of the time since is subtracted. */
export class RecentTime {
  readonly #share: number;
  readonly #byAccount = new LRUCache<string, { ms: number; atMs: number }>({ max: ACCOUNTS_MAX });

  constructor(share: number) {
    this.#share = share;
  }

  /** Adds the time of a call that ends now, and returns the sum. */
  add(accountId: string, callMs: number): number {
    const nowMs = performance.now();
    const { ms, atMs } = this.#byAccount.get(accountId) ?? { ms: 0, atMs: nowMs };
    const sum = Math.max(0, ms - this.#share * (nowMs - atMs)) + callMs;
    this.#byAccount.set(accountId, { ms: sum, atMs: nowMs });
    return sum;
  }
}

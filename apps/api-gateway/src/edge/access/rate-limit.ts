import { HttpRefusal } from '@estate/http';
import { LRUCache } from 'lru-cache';
import type { RateLimitStore } from '../../stores/rate-limit-store.ts';

const PURSES_MAX = 10_000;
/** The share of the remaining requests that a replica takes in advance at most, to leave some for other replicas. */
const SHARE = 10;

/** The state of a key in the current window, in one replica. */
interface Purse {
  /** The number of requests that were taken from the shared count and not used yet. */
  inHand: number;
  /** The number of requests that remained for all replicas after that. */
  remaining: number;
  batch: number;
  /** The end of the window in milliseconds. */
  until: number;
}

interface Parts {
  store: Pick<RateLimitStore, 'take' | 'points' | 'windowMs'>;
  clock: () => Date;
  /** The name in the headers, and the code and the text of a refusal; those of a key by default. */
  policy?: { name: string; code: string; limit: string };
}

const OF_A_KEY = { name: 'default', code: 'rate-limited', limit: 'Rate limit' };
/** The policy of the limit for a whole account, above those of its keys and users. */
export const OF_AN_ACCOUNT = {
  name: 'account',
  code: 'account-rate-limited',
  limit: 'Rate limit of the account',
};

/**
 * Limits the rate of every key over all replicas, or that of every account. Requests are taken from the shared count in batches that grow
 * with the traffic of a key: a busy key costs a write every few requests, an exhausted one none until its window ends.
 */
export class RateLimit {
  readonly #store: Parts['store'];
  readonly #clock: Parts['clock'];
  readonly #policy: typeof OF_A_KEY;
  readonly #purses = new LRUCache<string, Purse>({ max: PURSES_MAX });
  readonly #refills = new Map<string, Promise<void>>();
  /** The number of requests that wait for a refill. */
  readonly #waiting = new Map<string, number>();

  constructor({ store, clock, policy = OF_A_KEY }: Parts) {
    this.#store = store;
    this.#clock = clock;
    this.#policy = policy;
  }

  /** Counts one request of the key and returns the headers of the limit. @throws HttpRefusal 429 */
  async spend(keyId: string): Promise<Record<string, string>> {
    let purse = this.#purse(keyId);
    if (!purse) {
      this.#countWaiting(keyId, 1);
      try {
        // No other request runs between the last check and the spending below.
        while (!purse) {
          await this.#refilled(keyId);
          purse = this.#purse(keyId);
        }
      } finally {
        this.#countWaiting(keyId, -1);
      }
    }
    const seconds = Math.max(1, Math.ceil((purse.until - this.#clock().getTime()) / 1000));
    const allowed = purse.inHand > 0;
    if (allowed) purse.inHand -= 1;
    const left = purse.inHand + purse.remaining;
    const { points, windowMs } = this.#store;
    const { name, code, limit } = this.#policy;
    const headers = {
      'ratelimit-policy': `"${name}";q=${String(points)};w=${String(Math.ceil(windowMs / 1000))}`,
      ratelimit: `"${name}";r=${String(left)};t=${String(seconds)}`,
    };
    if (allowed) return headers;
    throw new HttpRefusal({
      status: 429,
      code,
      message: `${limit} of ${String(points)} requests exceeded. Try again in ${String(seconds)} seconds.`,
      headers: { ...headers, 'retry-after': String(seconds) },
    });
  }

  /** The budget of the current window; undefined if it needs a refill. */
  #purse(keyId: string): Purse | undefined {
    const purse = this.#purses.get(keyId);
    if (!purse || purse.until <= this.#clock().getTime()) return undefined;
    return purse.inHand > 0 || purse.remaining === 0 ? purse : undefined;
  }

  #countWaiting(keyId: string, by: 1 | -1): void {
    const waiting = (this.#waiting.get(keyId) ?? 0) + by;
    if (waiting === 0) this.#waiting.delete(keyId);
    else this.#waiting.set(keyId, waiting);
  }

  #refilled(keyId: string): Promise<void> {
    const running = this.#refills.get(keyId);
    if (running) return running;
    const refill = this.#ask(keyId).finally(() => this.#refills.delete(keyId));
    this.#refills.set(keyId, refill);
    return refill;
  }

  async #ask(keyId: string): Promise<void> {
    const before = this.#purses.get(keyId);
    const grown = Math.min((before?.batch ?? 0) * 2, Math.floor((before?.remaining ?? 0) / SHARE));
    // Requests that arrive at the same time wait by then and are part of the batch.
    await Promise.resolve();
    const batch = Math.max(1, grown, this.#waiting.get(keyId) ?? 1);
    const { granted, remaining, msBeforeNext } = await this.#store.take(keyId, batch);
    const until = this.#clock().getTime() + msBeforeNext;
    this.#purses.set(keyId, { inHand: granted, remaining, batch, until });
  }
}

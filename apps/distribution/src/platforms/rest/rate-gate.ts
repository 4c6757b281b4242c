import { retryAfterMs } from '@estate/contracts/retry-after';
import { LRUCache } from 'lru-cache';

/** The default delay: platforms count the calls of a key by the minute. They may name another time in Retry-After. */
const DEFAULT_WAIT_MS = 60_000;
export const MAX_WAIT_MS = 60 * 60_000;
const KEYS_MAX = 10_000;

type Headers = Record<string, string | string[] | undefined>;

/** Makes no calls while the platform would refuse them for its rate limit. */
export class RateGate {
  readonly #clock: () => Date;
  readonly #shutUntil = new LRUCache<string, number>({ max: KEYS_MAX });

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** The milliseconds until the next call of this key; 0 for now. */
  waitMs(key: string): number {
    return Math.max(0, (this.#shutUntil.get(key) ?? 0) - this.#clock().getTime());
  }

  /** Reads the rate limit from a response; returns the time to wait after it. */
  note(key: string, statusCode: number, headers: Headers): number {
    const remaining = headers['x-ratelimit-remaining'];
    const isUsedUp = typeof remaining === 'string' && remaining.trim() !== '' && Number(remaining) <= 0;
    if (statusCode !== 429 && !isUsedUp) return 0;
    const waitMs = Math.min(this.#asked(headers) ?? DEFAULT_WAIT_MS, MAX_WAIT_MS);
    this.#shutUntil.set(key, this.#clock().getTime() + waitMs);
    return waitMs;
  }

  #asked({ 'retry-after': header }: Headers): number | undefined {
    return typeof header === 'string' ? retryAfterMs(header, this.#clock()) : undefined;
  }
}

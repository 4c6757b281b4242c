import { setTimeout as delay } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '@estate/observability';
import { isDuplicateKey } from '@estate/persistence';
import type { Collection } from '@estate/persistence';

/** The timeout after which the store counts as unavailable, because a limit must not delay a request. */
const TIMEOUT_MS = 2500;
/** The maximum difference between the clocks of two replicas. */
const CLOCKS_MS = 60_000;

export interface Taken {
  granted: number;
  /** The number of requests that remain in the window for all replicas. */
  remaining: number;
  msBeforeNext: number;
}

/** The requests of a key in a window, which ends at `expire`. */
export interface WindowDoc {
  key: string;
  points: number;
  expire: Date;
}

interface RateLimitParts {
  log: Logger;
  clock: () => Date;
}

/** The requests of each key in the current window, counted by all replicas together, or alone while the store is unavailable. */
export class RateLimitStore {
  readonly points: number;
  readonly windowMs: number;
  readonly #docs: Collection<WindowDoc>;
  readonly #alone: RateLimiterMemory;
  readonly #parts: RateLimitParts;

  /** `perMinute` requests in the long run, `burst` requests at once. */
  constructor(
    docs: Collection<WindowDoc>,
    { perMinute, burst }: { perMinute: number; burst: number },
    parts: RateLimitParts,
  ) {
    this.points = burst;
    this.windowMs = (burst / perMinute) * 60_000;
    this.#parts = parts;
    this.#docs = docs;
    this.#alone = new RateLimiterMemory({ points: burst, duration: this.windowMs / 1000, keyPrefix: '' });
  }

  /** Takes up to `wanted` requests of the key. */
  async take(keyId: string, wanted: number): Promise<Taken> {
    const late = new AbortController();
    const timeout = delay(TIMEOUT_MS, undefined, { signal: late.signal, ref: false }).then(() => {
      throw new Error(`The rate limits were not stored within ${String(TIMEOUT_MS)} ms.`);
    });
    try {
      return await Promise.race([this.#takeTogether(keyId, wanted), timeout]);
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'rate-limit.alone');
      return await this.#takeAlone(keyId, wanted);
    } finally {
      timeout.catch(() => undefined);
      late.abort();
    }
  }

  async #takeTogether(key: string, wanted: number): Promise<Taken> {
    const { points, expire } = await this.#count(key, wanted);
    const msBeforeNext = Math.max(0, expire.getTime() - this.#parts.clock().getTime());
    return this.#taken(wanted, points, Math.min(msBeforeNext, this.windowMs));
  }

  async #takeAlone(key: string, wanted: number): Promise<Taken> {
    const result = await this.#alone.consume(key, wanted).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    return this.#taken(wanted, result.consumedPoints, result.msBeforeNext);
  }

  #taken(wanted: number, consumed: number, msBeforeNext: number): Taken {
    const granted = Math.min(wanted, Math.max(0, this.points - (consumed - wanted)));
    return { granted, remaining: Math.max(0, this.points - consumed), msBeforeNext };
  }

  /** Counts in the current window of a key, or starts one. A window that ends later than possible counts as over: a clock was wrong. */
  async #count(key: string, points: number): Promise<Pick<WindowDoc, 'points' | 'expire'>> {
    for (;;) {
      const nowMs = this.#parts.clock().getTime();
      const expire = new Date(nowMs + this.windowMs);
      const current = { $gt: new Date(nowMs), $lte: new Date(expire.getTime() + CLOCKS_MS) };
      const counting = { $inc: { points }, $setOnInsert: { expire } };
      const counted = await this.#docs
        .findOneAndUpdate({ key, expire: current }, counting, { upsert: true, returnDocument: 'after' })
        .catch((error: unknown) => {
          if (isDuplicateKey(error)) return null;
          throw error;
        });
      if (counted) return counted;
      const over = await this.#docs.findOneAndUpdate(
        { key, expire: { $not: current } },
        { $set: { points, expire } },
        { returnDocument: 'before' },
      );
      if (over && over.expire > current.$lte)
        this.#parts.log.warn({ keyId: key, until: over.expire }, 'rate-limit.beyond-its-window');
      if (over) return { points, expire };
    }
  }
}

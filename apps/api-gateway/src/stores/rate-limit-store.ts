import {
  RLWrapperTimeouts,
  RateLimiterMemory,
  RateLimiterMongo,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Logger } from '@estate/observability';
import { ensureIndexes } from '@estate/persistence';
import type { Collection, Db } from '@estate/persistence';

const COLLECTION = 'rate-limits';
/** After this time the store counts as unavailable, because a limit must not delay a request. */
const TIMEOUT_MS = 2500;

export interface Taken {
  granted: number;
  /** Left in the window for everyone. */
  remaining: number;
  msBeforeNext: number;
}

/** The requests of each key in the current window, counted by all replicas together, or alone while the store is unavailable. */
export class RateLimitStore {
  readonly points: number;
  readonly windowMs: number;
  readonly #docs: Collection;
  readonly #shared: RateLimiterAbstract | RLWrapperTimeouts;
  readonly #alone: RateLimiterMemory;
  readonly #log: Logger;

  /** `perMinute` requests in the long run, `burst` requests at once. */
  constructor(db: Db, { perMinute, burst }: { perMinute: number; burst: number }, log: Logger) {
    this.points = burst;
    this.windowMs = (burst / perMinute) * 60_000;
    this.#log = log;
    this.#docs = db.collection(COLLECTION);
    const shape = { points: burst, duration: this.windowMs / 1000, keyPrefix: '' };
    // A count may be lost in a crash, so requests do not wait for the journal.
    const storeClient = {
      collection: (name: string) => db.collection(name, { writeConcern: { w: 1, journal: false } }),
    };
    const limiter = new RateLimiterMongo({
      ...shape,
      storeClient,
      tableName: COLLECTION,
      disableIndexesCreation: true,
    });
    this.#shared = new RLWrapperTimeouts({ limiter, timeoutMs: TIMEOUT_MS });
    this.#alone = new RateLimiterMemory(shape);
  }

  async ensureIndexes(): Promise<void> {
    await ensureIndexes(this.#docs, [
      { key: { key: 1 }, name: 'key', unique: true },
      { key: { expire: 1 }, name: 'expire', expireAfterSeconds: 0 },
    ]);
  }

  /** Takes up to `wanted` requests of the key. */
  async take(keyId: string, wanted: number): Promise<Taken> {
    try {
      return await this.#takeFrom(this.#shared, keyId, wanted);
    } catch (error) {
      this.#log.warn({ err: error }, 'rate-limit.alone');
      return this.#takeFrom(this.#alone, keyId, wanted);
    }
  }

  async #takeFrom(
    limiter: Pick<RateLimiterAbstract, 'consume'>,
    keyId: string,
    wanted: number,
  ): Promise<Taken> {
    const result = await limiter.consume(keyId, wanted).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    const { consumedPoints, msBeforeNext } = result;
    const granted = Math.min(wanted, Math.max(0, this.points - (consumedPoints - wanted)));
    return { granted, remaining: Math.max(0, this.points - consumedPoints), msBeforeNext };
  }
}

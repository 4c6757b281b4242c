import { Batcher } from '@estate/persistence';
import { ttlCache } from './ttl-cache.ts';

/** The time for which revoked, removed or changed entries may still be used on a replica. */
const REMEMBER_MS = 4000;

interface Parts<T> {
  /** Finds the values of the keys, in the same order; null for missing ones. */
  findAll: (keys: readonly string[]) => Promise<(T | null)[]>;
  clock: () => Date;
}

/**
 * Looks up values, cached for a few seconds. Other keys are looked up in batches, one query at a time, so that any number of unknown keys
 * delays a valid one by one query only. Missing values are not cached.
 */
export class RememberedLookUp<T extends object> {
  readonly #clock: () => Date;
  readonly #remembered: ReturnType<typeof ttlCache<T>>;
  readonly #running = new Map<string, Promise<T | null>>();
  readonly #batches: Batcher<string, T | null>;

  constructor({ findAll, clock }: Parts<T>) {
    this.#clock = clock;
    this.#remembered = ttlCache(REMEMBER_MS, clock);
    this.#batches = new Batcher(findAll);
  }

  find(key: string): T | Promise<T | null> {
    const known = this.#remembered.get(key);
    if (known) return known;
    const running = this.#running.get(key);
    if (running) return running;
    const lookUp = this.#lookUp(key).finally(() => this.#running.delete(key));
    this.#running.set(key, lookUp);
    return lookUp;
  }

  /** Drops the cached value. */
  forget(key: string): void {
    this.#remembered.delete(key);
    this.#running.delete(key);
  }

  async #lookUp(key: string): Promise<T | null> {
    const start = this.#clock().getTime();
    const found = await this.#batches.do(key);
    if (found) this.#remembered.set(key, found, { start });
    return found;
  }
}

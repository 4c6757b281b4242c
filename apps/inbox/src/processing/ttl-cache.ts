import { LRUCache } from 'lru-cache';

const MOST = 10_000;

/** Asks once for what many mails need at the same time; what was found is believed for a short while. */
export class TtlCache<T> {
  readonly #found: LRUCache<string, Promise<T | undefined>>;

  constructor(ttlMs: number) {
    this.#found = new LRUCache({ max: MOST, ttl: ttlMs });
  }

  get(key: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const known = this.#found.get(key);
    if (known) return known;
    const value = look();
    this.#found.set(key, value);
    const forget = () => {
      if (this.#found.peek(key) === value) this.#found.delete(key);
    };
    // What is not there may come any moment.
    value.then((found) => found === undefined && forget(), forget);
    return value;
  }
}

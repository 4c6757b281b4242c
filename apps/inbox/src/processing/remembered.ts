const MOST = 10_000;

/** Asks once for what many mails need at the same time; what was found is believed for a short while. */
export class Remembered<T> {
  readonly #found = new Map<string, { at: number; value: Promise<T | undefined> }>();
  readonly #ttlMs: number;

  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs;
  }

  get(key: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const known = this.#found.get(key);
    if (known && performance.now() - known.at < this.#ttlMs) return known.value;
    if (this.#found.size >= MOST) this.#found.clear();
    const value = look();
    this.#found.set(key, { at: performance.now(), value });
    const forget = () => {
      if (this.#found.get(key)?.value === value) this.#found.delete(key);
    };
    // What is not there may come any moment.
    value.then((found) => found === undefined && forget(), forget);
    return value;
  }
}

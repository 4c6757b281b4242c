import { LRUCache } from 'lru-cache';

const ADDRESSES_MAX = 20_000;

interface Guesses {
  count: number;
  until: number;
}

/** Failed logins by address: each one more delays the next reply, and too many block the address for a time. */
export class FailedLogins {
  readonly #limits: { failedLogins: number; blockMs: number; failedLoginDelayMs: number };
  readonly #now: () => number;
  readonly #addresses = new LRUCache<string, Guesses>({ max: ADDRESSES_MAX });

  constructor(
    limits: { failedLogins: number; blockMs: number; failedLoginDelayMs: number },
    now: () => number,
  ) {
    this.#limits = limits;
    this.#now = now;
  }

  isBlocked(address: string): boolean {
    return this.#current(address).count >= this.#limits.failedLogins;
  }

  /** Counts one; returns for how long its reply is delayed. */
  add(address: string): number {
    const { count } = this.#current(address);
    this.#addresses.set(address, { count: count + 1, until: this.#now() + this.#limits.blockMs });
    return Math.min(count + 1, 10) * this.#limits.failedLoginDelayMs;
  }

  succeeded(address: string): void {
    this.#addresses.delete(address);
  }

  #current(address: string): Guesses {
    const known = this.#addresses.get(address);
    return known && known.until > this.#now() ? known : { count: 0, until: 0 };
  }
}

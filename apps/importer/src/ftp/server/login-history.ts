import { LRUCache } from 'lru-cache';
import type { FtpLimits } from './limits.ts';

const KEPT_MAX = 20_000;
const MOST_DELAYS = 10;

/** A try to log in, and its origin. */
export interface LoginAttempt {
  user: string;
  network: string;
}

interface Guesses {
  count: number;
  until: number;
}

type Limits = Pick<FtpLimits, 'failedLogins' | 'blockMs' | 'failedLoginDelayMs'>;

/**
 * Failed logins and successful ones. Only the network that fails is blocked, and for this user only: strangers cannot lock a customer out,
 * and old passwords in one program lock out no other program of the same office. Guessing from many networks, or many users, is delayed.
 */
export class LoginHistory {
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #failures = new LRUCache<string, Guesses>({ max: KEPT_MAX });
  readonly #knownPairs = new LRUCache<string, true>({ max: KEPT_MAX });
  readonly #knownNetworks = new LRUCache<string, true>({ max: KEPT_MAX });

  constructor(limits: Limits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  isBlocked(attempt: LoginAttempt): boolean {
    return this.#count(pairOf(attempt)) >= this.#limits.failedLogins;
  }

  /** True if somebody has logged in from this network. */
  readonly isKnown = (network: string): boolean => this.#knownNetworks.has(network);

  /** How long a password waits before it is checked: after the check, a guesser would not wait for the reply. */
  delayMs(attempt: LoginAttempt): number {
    if (this.#knownPairs.has(pairOf(attempt))) return 0;
    const counts = keysOf(attempt).map((key) => this.#count(key));
    return Math.min(Math.max(...counts), MOST_DELAYS) * this.#limits.failedLoginDelayMs;
  }

  failed(attempt: LoginAttempt): void {
    const until = this.#now() + this.#limits.blockMs;
    for (const key of keysOf(attempt)) this.#failures.set(key, { count: this.#count(key) + 1, until });
  }

  succeeded(attempt: LoginAttempt): void {
    this.#failures.delete(pairOf(attempt));
    this.#knownPairs.set(pairOf(attempt), true);
    this.#knownNetworks.set(attempt.network, true);
  }

  #count(key: string): number {
    const known = this.#failures.get(key);
    return known && known.until > this.#now() ? known.count : 0;
  }
}

const pairOf = ({ user, network }: LoginAttempt): string => `both ${network} ${user}`;
const keysOf = (attempt: LoginAttempt): string[] => [
  pairOf(attempt),
  `user ${attempt.user}`,
  `network ${attempt.network}`,
];

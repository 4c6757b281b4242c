import { HttpRefusal } from '@estate/http';
import { networkOf } from '@estate/runtime/connections';
import { ttlCache } from './ttl-cache.ts';

const WINDOW_MS = 60_000;

/**
 * Counts the failed authentications of an address. Above a number per minute, further failures get 429. Valid keys from the same address
 * are not affected, because they are checked first.
 */
export class FailedAttempts {
  readonly #perMinute: number;
  /** The failures by network, for a minute from the first one. */
  readonly #failures: ReturnType<typeof ttlCache<{ count: number }>>;

  constructor({ perMinute, clock }: { perMinute: number; clock: () => Date }) {
    this.#perMinute = perMinute;
    this.#failures = ttlCache(WINDOW_MS, clock);
  }

  /** The seconds until the address may fail again; undefined if it may now. */
  secondsLeft(address: string): number | undefined {
    const network = networkOf(address);
    const failures = this.#failures.get(network);
    if (!failures || failures.count < this.#perMinute) return undefined;
    return Math.max(1, Math.ceil(this.#failures.getRemainingTTL(network) / 1000));
  }

  /** @throws HttpRefusal 429 */
  requireFew(address: string): void {
    const left = this.secondsLeft(address);
    if (left === undefined) return;
    const seconds = String(left);
    throw new HttpRefusal({
      status: 429,
      code: 'too-many-failed-attempts',
      message: `Too many requests without a valid key came from this address. Try again in ${seconds} seconds.`,
      headers: {
        'retry-after': seconds,
        'ratelimit-policy': `"failed-attempts";q=${String(this.#perMinute)};w=${String(WINDOW_MS / 1000)}`,
        ratelimit: `"failed-attempts";r=0;t=${seconds}`,
      },
    });
  }

  note(address: string): void {
    const network = networkOf(address);
    const failures = this.#failures.get(network);
    if (failures) failures.count += 1;
    else this.#failures.set(network, { count: 1 });
  }
}

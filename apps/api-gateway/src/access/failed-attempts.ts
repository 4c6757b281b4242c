import { isIPv6 } from 'node:net';
import { HttpRefusal } from '@estate/http';
import { ttlCache } from './ttl-cache.ts';

const WINDOW_MS = 60_000;

/**
 * Counts by address how often nobody was recognised; beyond a number of failures a minute, a further one is told to wait. Others
 * behind the same address are not affected: what is valid is recognised before anybody asks here.
 */
export class FailedAttempts {
  readonly #perMinute: number;
  /** By network, from its first failure on. */
  readonly #failures: ReturnType<typeof ttlCache<{ count: number }>>;

  constructor({ perMinute, clock }: { perMinute: number; clock: () => Date }) {
    this.#perMinute = perMinute;
    this.#failures = ttlCache(WINDOW_MS, clock);
  }

  /** @throws HttpRefusal 429 */
  requireFew(address: string): void {
    const network = networkOf(address);
    const failures = this.#failures.get(network);
    if (!failures || failures.count < this.#perMinute) return;
    const seconds = String(Math.max(1, Math.ceil(this.#failures.getRemainingTTL(network) / 1000)));
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

/** One customer's worth of addresses: an IPv4 address, or the first 64 bits of an IPv6 one. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [before = '', after] = address.split('::');
  const head = before === '' ? [] : before.split(':');
  if (after === undefined) return head.slice(0, 4).join(':');
  const tail = after === '' ? [] : after.split(':');
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

import { isIPv6 } from 'node:net';
import { HttpRefusal } from '@estate/http';

const WINDOW_MS = 60_000;
const MAX_REMEMBERED = 10_000;

interface Failures {
  count: number;
  until: number;
}

/**
 * Counts by address how often nobody was recognised; beyond a number of failures a minute, a further one is told to wait. Others
 * behind the same address are not affected: what is valid is recognised before anybody asks here.
 */
export class FailedAttempts {
  readonly #perMinute: number;
  readonly #clock: () => Date;
  readonly #failures = new Map<string, Failures>();

  constructor({ perMinute, clock }: { perMinute: number; clock: () => Date }) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** @throws HttpRefusal 429 */
  requireFew(address: string): void {
    const failures = this.#of(networkOf(address));
    if (!failures || failures.count < this.#perMinute) return;
    const seconds = String(Math.max(1, Math.ceil((failures.until - this.#clock().getTime()) / 1000)));
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
    const failures = this.#of(network);
    if (failures) {
      failures.count += 1;
      return;
    }
    const oldest = this.#failures.keys().next();
    if (this.#failures.size >= MAX_REMEMBERED && !oldest.done) this.#failures.delete(oldest.value);
    this.#failures.set(network, { count: 1, until: this.#clock().getTime() + WINDOW_MS });
  }

  #of(network: string): Failures | undefined {
    const failures = this.#failures.get(network);
    if (!failures || failures.until > this.#clock().getTime()) return failures;
    this.#failures.delete(network);
    return undefined;
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

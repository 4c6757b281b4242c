import { FRESH_ENDPOINT, afterAttempt, isHeld } from '../domain/endpoint.ts';
import type { AttemptOutcome, Endpoint, EndpointLimits } from '../domain/endpoint.ts';

interface Entry {
  endpoint: Endpoint;
  /** Attempts under way. */
  taken: number;
}

export interface EndpointsLimits extends EndpointLimits {
  /** Attempts under way in all; slow receivers together get half of them. */
  total: number;
}

const REMEMBERED_MAX = 10_000;

/** How many attempts each webhook may have at the moment, and how many are under way. */
export class Endpoints {
  readonly #limits: EndpointsLimits;
  readonly #nowMs: () => number;
  readonly #entries = new Map<string, Entry>();
  #taken = 0;
  #takenBySlow = 0;

  constructor(limits: EndpointsLimits, nowMs: () => number) {
    this.#limits = limits;
    this.#nowMs = nowMs;
  }

  get full(): boolean {
    return this.#taken >= this.#limits.total;
  }

  /** The number of suspended webhooks. */
  get held(): number {
    const nowMs = this.#nowMs();
    return [...this.#entries.values()].filter(({ endpoint }) => isHeld(endpoint, nowMs)).length;
  }

  /** The number of known webhooks. */
  get known(): number {
    return this.#entries.size;
  }

  isHeld(webhookId: string): boolean {
    const entry = this.#entries.get(webhookId);
    return entry !== undefined && isHeld(entry.endpoint, this.#nowMs());
  }

  /** Takes up to `wanted` of the places that a webhook may have now, and returns their number. */
  take(webhookId: string, wanted: number): number {
    const entry = this.#entry(webhookId);
    const { endpoint, taken } = entry;
    if (isHeld(endpoint, this.#nowMs())) return 0;
    const { total } = this.#limits;
    const free = total - this.#taken;
    const freeForSlow = Math.floor(total / 2) - this.#takenBySlow;
    const window = this.#windowOf(endpoint) - taken;
    const most = Math.min(wanted, window, free, endpoint.slow ? freeForSlow : free);
    const count = Math.max(0, most);
    this.#change(entry, count);
    return count;
  }

  /** True if half of the places of a webhook are free, which makes a query for due deliveries worthwhile. */
  isHalfFree(webhookId: string): boolean {
    const { endpoint, taken } = this.#entry(webhookId);
    return taken <= Math.floor(this.#windowOf(endpoint) / 2);
  }

  free(webhookId: string, count: number): void {
    this.#change(this.#entry(webhookId), -count);
  }

  /** Learns from an attempt. */
  settle(webhookId: string, outcome: AttemptOutcome): void {
    const entry = this.#entry(webhookId);
    const wasSlow = entry.endpoint.slow;
    entry.endpoint = afterAttempt(entry.endpoint, outcome, { nowMs: this.#nowMs(), limits: this.#limits });
    if (entry.endpoint.slow !== wasSlow) this.#takenBySlow += wasSlow ? -entry.taken : entry.taken;
  }

  /** Forgets the behaviour of a receiver: its webhook has another address or was resumed. */
  forget(webhookId: string): void {
    const entry = this.#entries.get(webhookId);
    if (!entry) return;
    if (entry.endpoint.slow) this.#takenBySlow -= entry.taken;
    entry.endpoint = FRESH_ENDPOINT;
  }

  #windowOf({ window }: Endpoint): number {
    return Math.min(Math.floor(window), this.#limits.windowMax);
  }

  #entry(webhookId: string): Entry {
    const known = this.#entries.get(webhookId);
    if (known) return known;
    if (this.#entries.size >= REMEMBERED_MAX) this.#forgetIdle();
    const entry = { endpoint: FRESH_ENDPOINT, taken: 0 };
    this.#entries.set(webhookId, entry);
    return entry;
  }

  #forgetIdle(): void {
    const nowMs = this.#nowMs();
    for (const [webhookId, { taken, endpoint }] of this.#entries) {
      if (taken === 0 && !isHeld(endpoint, nowMs)) this.#entries.delete(webhookId);
    }
  }

  #change(entry: Entry, by: number): void {
    entry.taken += by;
    this.#taken += by;
    if (entry.endpoint.slow) this.#takenBySlow += by;
  }
}

import type { StoredWebhook } from '../domain/webhook.ts';
import type { Stores } from '../stores/open-stores.ts';

export interface PacerDeps extends Pick<Stores, 'slots'> {
  clock: () => Date;
}

/** Says when attempts of webhooks with a limit may begin, and looks again when the next one may. */
export class Pacer {
  readonly #deps: PacerDeps;
  readonly #wake: (webhookId: string) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #closed = false;

  constructor(deps: PacerDeps, wake: (webhookId: string) => void) {
    this.#deps = deps;
    this.#wake = wake;
  }

  /** True if the deliveries of a webhook wait for its next slot. */
  isWaiting(webhookId: string): boolean {
    return this.#timers.has(webhookId);
  }

  /** For up to `wanted` attempts, in how many milliseconds each begins: all at once when the webhook has no limit. */
  async delaysMs(webhook: StoredWebhook, wanted: number): Promise<number[]> {
    const { slots, clock } = this.#deps;
    const nowMs = clock().getTime();
    const taken = await slots.take(webhook, wanted, nowMs);
    if (!taken) return Array.from({ length: wanted }, () => 0);
    if (taken.at.length < wanted) this.#waitFor(webhook.id, taken.nextSlotMs - nowMs);
    return taken.at.map((at) => at - nowMs);
  }

  /** The limit may have changed. */
  forget(webhookId: string): void {
    clearTimeout(this.#timers.get(webhookId));
    this.#timers.delete(webhookId);
  }

  close(): void {
    this.#closed = true;
    for (const webhookId of this.#timers.keys()) this.forget(webhookId);
  }

  #waitFor(webhookId: string, delayMs: number): void {
    this.forget(webhookId);
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(webhookId);
      this.#wake(webhookId);
    }, delayMs);
    this.#timers.set(webhookId, timer);
  }
}

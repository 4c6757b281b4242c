import { withTrace } from '@estate/observability';
import type { Logger } from '@estate/observability';
import { Worker, toServiceError } from '@estate/persistence';
import type { Vault } from '@estate/vault';
import { isDeliverable, liveKeys } from '../domain/webhook.ts';
import type { ClaimedDelivery, DeliveryStore, DueDelivery } from '../stores/delivery-store.ts';
import type { EventStore } from '../stores/event-store.ts';
import type { WebhookStore } from '../stores/webhook-store.ts';
import { makeAttempt } from './attempt.ts';
import type { AttemptDeps, Parcel } from './attempt.ts';
import { Places } from './places.ts';

export interface DispatcherDeps extends AttemptDeps {
  newId: () => string;
  log: Logger;
  vault: Pick<Vault, 'open'>;
  webhooks: Pick<WebhookStore, 'find' | 'disable'>;
  events: Pick<EventStore, 'bodies'>;
  deliveries: Pick<
    DeliveryStore,
    'nextDueWebhook' | 'due' | 'claim' | 'record' | 'discard' | 'discardPending'
  >;
}

export interface DispatcherLimits {
  /** Attempts under way at a time. */
  total: number;
  perWebhook: number;
  leaseMs: number;
  sweepEveryMs: number;
}

/**
 * Attempts what is due: goes round the webhooks that have something due and fills each one's free places. The rows are
 * the schedule; a ring only makes it look earlier than the sweep would.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #leaseMs: number;
  readonly #places: Places;
  readonly #worker: Worker;
  readonly #running = new Set<Promise<void>>();
  /** Webhooks whose due deliveries are being looked up; true when they have to be looked at again after that. */
  readonly #lookups = new Map<string, boolean>();
  /** Webhooks that have more due than there were places for. */
  readonly #waiting = new Set<string>();
  #lastWebhookId = '';
  #closing = false;

  constructor(deps: DispatcherDeps, limits: DispatcherLimits) {
    this.#deps = deps;
    this.#leaseMs = limits.leaseMs;
    this.#places = new Places(limits);
    this.#worker = new Worker({
      name: 'deliveries',
      run: (signal) => this.#goRound(signal),
      sweepEveryMs: limits.sweepEveryMs,
      log: deps.log,
    });
  }

  start(): void {
    this.#worker.start();
  }

  ring(): void {
    this.#worker.ring();
  }

  /** Starts nothing more and waits for the attempts under way. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#worker.close();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Once through all webhooks, from where the last round ended. Always false: who frees a place looks after what waits for it. */
  async #goRound(signal: AbortSignal): Promise<boolean> {
    const { deliveries, clock } = this.#deps;
    for (let ends = 0; ends < 2 && !this.#places.full && !signal.aborted;) {
      const webhookId = await deliveries.nextDueWebhook(this.#lastWebhookId, clock());
      if (webhookId === undefined) ends += this.#lastWebhookId === '' ? 2 : 1;
      else this.#visit(webhookId);
      this.#lastWebhookId = webhookId ?? '';
    }
    return false;
  }

  #visit(webhookId: string): void {
    if (this.#closing) return;
    if (this.#lookups.has(webhookId)) {
      this.#lookups.set(webhookId, true);
      return;
    }
    const places = this.#places.take(webhookId);
    if (places > 0) this.#track(this.#fill(webhookId, places));
    else this.#waiting.add(webhookId);
  }

  async #fill(webhookId: string, places: number): Promise<void> {
    this.#lookups.set(webhookId, false);
    this.#waiting.delete(webhookId);
    const { used, more } = await this.#startDue(webhookId, places).catch((error: unknown) => {
      this.#deps.log.error({ err: toServiceError(error), webhookId }, 'webhook.claim.failed');
      return { used: 0, more: false };
    });
    const again = this.#lookups.get(webhookId) ?? false;
    this.#lookups.delete(webhookId);
    if (again || more) this.#waiting.add(webhookId);
    this.#free(webhookId, places - used);
  }

  /** Places go to the webhook that waits for them, or, when all were taken, to the next one in the round. */
  #free(webhookId: string, count: number): void {
    const wasFull = this.#places.full;
    this.#places.free(webhookId, count);
    if (wasFull) this.ring();
    else if (this.#waiting.has(webhookId)) this.#visit(webhookId);
  }

  /** Starts up to `places` attempts of a webhook; each gives back its place. `more`: there may be more due. */
  async #startDue(webhookId: string, places: number): Promise<{ used: number; more: boolean }> {
    const { webhooks, deliveries, events, vault, clock, newId } = this.#deps;
    const [webhook, due] = await Promise.all([
      webhooks.find(webhookId),
      deliveries.due(webhookId, places, clock()),
    ]);
    if (!webhook || !isDeliverable(webhook)) {
      await deliveries.discardPending(webhookId);
      return { used: 0, more: false };
    }
    // Everything that can fail on our side comes before the attempt is counted.
    const signingKeys = liveKeys(webhook, clock()).map(({ sealed }) => vault.open(sealed, webhookId));
    const bodies = await events.bodies(due.map(({ eventId }) => eventId));
    await this.#discardForgotten(due, bodies);
    const ids = due.filter(({ eventId }) => bodies.has(eventId)).map(({ id }) => id);
    const claimed = await deliveries.claim(ids, { owner: newId(), leaseMs: this.#leaseMs, now: clock() });
    for (const delivery of claimed) {
      const parcel = { webhook, signingKeys, rawBody: bodies.get(delivery.eventId) ?? '' };
      // A trace of its own: whoever happened to ring has nothing to do with it.
      this.#track(withTrace({}, () => this.#attempt(delivery, parcel)));
    }
    return { used: claimed.length, more: due.length === places };
  }

  async #discardForgotten(due: readonly DueDelivery[], bodies: ReadonlyMap<string, string>): Promise<void> {
    const forgotten = due.filter(({ eventId }) => !bodies.has(eventId)).map(({ id }) => id);
    if (forgotten.length > 0) await this.#deps.deliveries.discard(forgotten);
  }

  async #attempt(delivery: ClaimedDelivery, parcel: Parcel): Promise<void> {
    const { id, webhookId } = delivery;
    try {
      await makeAttempt(delivery, parcel, this.#deps);
    } catch (error) {
      // The outcome stays unknown; the delivery is due again when its lease ends.
      this.#deps.log.error(
        { err: toServiceError(error), deliveryId: id, webhookId },
        'webhook.record.failed',
      );
    }
    this.#free(webhookId, 1);
  }

  #track(running: Promise<void>): void {
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
  }
}

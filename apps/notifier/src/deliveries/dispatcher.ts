import { setTimeout as pause } from 'node:timers/promises';
import { withTrace } from '@estate/observability';
import type { Logger } from '@estate/observability';
import { Worker, toServiceError } from '@estate/persistence';
import type { ClaimBy } from '@estate/persistence';
import type { Vault } from '@estate/vault';
import type { WebhookSecrets } from '../channels/webhook-channel.ts';
import { isDeliverable, isOver, liveKeys, openedHeaders } from '../domain/webhook.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { NotifierEvents } from '../telemetry.ts';
import type { ClaimedDelivery } from '../stores/delivery-document.ts';
import type { DueDelivery } from '../stores/delivery-store.ts';
import type { Stores } from '../stores/open-stores.ts';
import { makeAttempt } from './attempt.ts';
import type { AttemptDeps, Parcel } from './attempt.ts';
import type { Endpoints } from './endpoints.ts';
import { Pacer } from './pacer.ts';

/** Attempts under way, and attempts whose outcomes are not stored yet. */
const UNRECORDED_MAX = 1000;

export interface DispatcherDeps extends AttemptDeps, Pick<Stores, 'events' | 'slots'> {
  newId: () => string;
  log: Logger;
  vault: Pick<Vault, 'open'>;
  endpoints: Endpoints;
  notes: Pick<NotifierEvents, 'attempted' | 'webhookDisabled' | 'oldestDue'>;
}

interface Started {
  used: number;
  more: boolean;
}

/**
 * Attempts due deliveries: visits the webhooks that have due deliveries and fills the free places of each. The rows are the
 * schedule; a wake-up only makes it look earlier than the sweep.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #leaseMs: number;
  readonly #worker: Worker;
  readonly #running = new Set<Promise<void>>();
  /** Webhooks whose due deliveries are being looked up; true to look again after that. */
  readonly #lookups = new Map<string, boolean>();
  /** Webhooks with more due deliveries than there were places. */
  readonly #waiting = new Set<string>();
  readonly #pacer: Pacer;
  #lastWebhookId = '';
  #oldestMs = Number.POSITIVE_INFINITY;
  #closing = false;

  constructor(deps: DispatcherDeps, { leaseMs, sweepEveryMs }: { leaseMs: number; sweepEveryMs: number }) {
    this.#deps = deps;
    this.#leaseMs = leaseMs;
    this.#pacer = new Pacer(deps, (webhookId) => this.wake(webhookId));
    const run = (signal: AbortSignal) => this.#goRound(signal);
    this.#worker = new Worker({ name: 'deliveries', run, sweepEveryMs, log: deps.log });
  }

  start(): void {
    this.#worker.start();
  }

  /** Looks at a webhook now; at all of them when none is named. */
  wake(webhookId?: string): void {
    if (webhookId === undefined) this.#worker.wake();
    else if (!this.#deps.endpoints.isHeld(webhookId)) this.#visit(webhookId);
  }

  /**
   * The webhook has another address, other settings or was resumed: the former behaviour of its receiver no longer
   * counts.
   */
  startAfresh(webhookId: string): void {
    this.#deps.endpoints.forget(webhookId);
    this.#pacer.forget(webhookId);
    this.wake(webhookId);
  }

  /** Takes up to `wanted` places for deliveries that are about to be stored; none when older ones are waiting. */
  reserve(webhookId: string, wanted: number): number {
    const behind = this.#closing || this.#waiting.has(webhookId) || this.#lookups.has(webhookId);
    return behind ? 0 : this.#deps.endpoints.take(webhookId, wanted);
  }

  /** Gives back a place that was reserved and not used. */
  giveBack(webhookId: string): void {
    this.#free(webhookId, 1);
  }

  /** Attempts a delivery that was claimed and for which a place was reserved. */
  begin(claimed: ClaimedDelivery, parcel: Parcel, delayMs = 0): void {
    const { eventName, webhookId, attemptCount } = claimed;
    const attributes = {
      'estate.event.name': eventName,
      'estate.webhook.id': webhookId,
      'estate.webhook.attempt': attemptCount,
    };
    // The trace of the event, not of the message that woke the worker.
    const { requestId, traceparent } = parcel;
    const parent = {
      ...(requestId !== undefined && { requestId }),
      ...(traceparent !== undefined && { traceparent }),
      span: { name: 'deliver', attributes },
    };
    const start = () => withTrace(parent, () => this.#attempt(claimed, parcel));
    this.#track(delayMs > 0 ? pause(delayMs).then(start) : start());
  }

  /** A claim of what is attempted from now on; when its lease ends, the attempt is over or its process crashed. */
  claimBy(): ClaimBy {
    const { newId, clock } = this.#deps;
    return { owner: newId(), leaseMs: this.#leaseMs, now: clock() };
  }

  /** Starts nothing more and waits for the attempts under way. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#pacer.close();
    await this.#worker.close();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /**
   * Visits all webhooks once, from where the last round ended. Always false: a freed place goes to a webhook that waits
   * for it.
   */
  async #goRound(signal: AbortSignal): Promise<boolean> {
    const { deliveries, endpoints, clock } = this.#deps;
    const waiting = [...this.#waiting];
    for (let ends = 0; ends < 2 && !endpoints.full && !signal.aborted;) {
      const due = await deliveries.nextDueWebhook(this.#lastWebhookId, clock());
      if (due === undefined) {
        ends += this.#lastWebhookId === '' ? 2 : 1;
        this.#showOldest();
      } else {
        // A delivery that waits for the limit of its webhook is not late.
        if (!this.#pacer.isWaiting(due.id)) this.#oldestMs = Math.min(this.#oldestMs, due.since.getTime());
        this.wake(due.id);
      }
      this.#lastWebhookId = due?.id ?? '';
    }
    // Webhooks that waited and were not visited may have nothing due any more.
    for (const webhookId of waiting) if (this.#waiting.has(webhookId)) this.wake(webhookId);
    return false;
  }

  /** Shows for how long the most overdue delivery of a complete round has been due. */
  #showOldest(): void {
    const { notes, clock } = this.#deps;
    notes.oldestDue(Number.isFinite(this.#oldestMs) ? (clock().getTime() - this.#oldestMs) / 1000 : 0);
    this.#oldestMs = Number.POSITIVE_INFINITY;
  }

  #visit(webhookId: string): void {
    if (this.#closing || this.#pacer.isWaiting(webhookId)) return;
    if (this.#lookups.has(webhookId)) {
      this.#lookups.set(webhookId, true);
      return;
    }
    const places = this.#deps.endpoints.take(webhookId, Number.POSITIVE_INFINITY);
    if (places > 0) this.#track(this.#fill(webhookId, places));
    else if (!this.#deps.endpoints.isHeld(webhookId)) this.#waiting.add(webhookId);
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

  /**
   * Freed places go to their webhook if it waits and half of its places are free, or to the next one in the round if
   * all were taken.
   */
  #free(webhookId: string, count: number): void {
    const { endpoints } = this.#deps;
    const wasFull = endpoints.full;
    endpoints.free(webhookId, count);
    if (wasFull) this.wake();
    if (!this.#waiting.has(webhookId)) return;
    if (endpoints.isHeld(webhookId)) this.#waiting.delete(webhookId);
    else if (!wasFull && endpoints.isHalfFree(webhookId)) this.#visit(webhookId);
  }

  /**
   * Starts up to `places` attempts of a webhook; each gives back its place. `more`: there may be more due. `slotsMs`: delays of slots
   * of its limit that were taken already.
   */
  async #startDue(webhookId: string, places: number, slotsMs?: readonly number[]): Promise<Started> {
    const { webhooks, deliveries, events, clock, step } = this.#deps;
    const [webhook, due] = await Promise.all([
      webhooks.find(webhookId),
      deliveries.due(webhookId, places, clock()),
    ]);
    if (!webhook || !isDeliverable(webhook)) {
      await this.#putAside(webhookId, webhook);
      return { used: 0, more: false };
    }
    // Internal errors must happen before the attempt is counted.
    const secrets = this.secretsOf(webhook);
    const contents = await events.contents(
      webhook.accountId,
      due.map(({ eventId }) => eventId),
    );
    await this.#discardForgotten(due, contents);
    const ready = due.filter(({ eventId }) => contents.has(eventId)).map(({ id }) => id);
    const delaysMs = slotsMs ?? (await this.#pacer.delaysMs(webhook, ready.length));
    const ids = ready.slice(0, delaysMs.length);
    const claimed = await deliveries.claim(ids, this.claimBy());
    await step('claimed');
    for (const [index, delivery] of claimed.entries()) {
      const content = contents.get(delivery.eventId);
      if (content) this.begin(delivery, { webhook, secrets, ...content }, delaysMs[index]);
    }
    const started = { used: claimed.length, more: due.length === places && ids.length === ready.length };
    // Another process claimed the same deliveries for other slots: these slots are for the next ones.
    const unusedMs = delaysMs.slice(claimed.length, ids.length);
    if (webhook.maxDeliveriesPerSecond === undefined || unusedMs.length === 0) return started;
    const { used } = await this.#startDue(webhookId, unusedMs.length, unusedMs);
    return { ...started, used: started.used + used };
  }

  /** The keys that sign a webhook's deliveries now, and its headers, opened. */
  secretsOf(webhook: StoredWebhook): WebhookSecrets {
    const { vault, clock } = this.#deps;
    const open = (sealed: string) => vault.open(sealed, webhook.id);
    return {
      signingKeys: liveKeys(webhook, clock()).map(({ sealed }) => open(sealed)),
      ...(webhook.headers && { headers: openedHeaders(webhook.headers, open) }),
    };
  }

  /** Holds the due deliveries of a paused webhook, and discards those of a disabled or deleted one. */
  async #putAside(webhookId: string, webhook: StoredWebhook | null): Promise<void> {
    const { webhooks, deliveries, clock } = this.#deps;
    if (!webhook || isOver(webhook)) {
      await deliveries.discardPending(webhookId, webhook);
      return;
    }
    await deliveries.hold(webhookId);
    const now = await webhooks.find(webhookId);
    // It was resumed in between, when these deliveries were not held yet.
    if (now && isDeliverable(now)) await deliveries.release(now, clock());
  }

  async #discardForgotten(due: readonly DueDelivery[], known: ReadonlyMap<string, unknown>): Promise<void> {
    const forgotten = due.filter(({ eventId }) => !known.has(eventId)).map(({ id }) => id);
    if (forgotten.length > 0) await this.#deps.deliveries.discard(forgotten);
  }

  /** The place is free as soon as the receiver has responded, unless too many outcomes are not stored yet. */
  async #attempt(delivery: ClaimedDelivery, parcel: Parcel): Promise<void> {
    const { id: deliveryId, webhookId } = delivery;
    let free = () => {
      free = () => undefined;
      this.#free(webhookId, 1);
    };
    try {
      await makeAttempt(delivery, parcel, {
        ...this.#deps,
        taken: (how) => {
          this.#deps.endpoints.settle(webhookId, { deliveryId, ...how });
          if (this.#running.size < UNRECORDED_MAX) free();
        },
      });
    } catch (error) {
      // The outcome stays unknown; the delivery is due again when its lease ends.
      this.#deps.log.error({ err: toServiceError(error), deliveryId, webhookId }, 'webhook.record.failed');
    }
    free();
  }

  #track(running: Promise<void>): void {
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
  }
}

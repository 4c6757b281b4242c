import { Deliver } from '@estate/contracts';
import { Batcher, toServiceError } from '@estate/persistence';
import type { Logger } from '@estate/observability';
import type { Bus } from '@estate/messaging';
import { newDelivery } from '../domain/delivery.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { Draft } from '../stores/delivery-intake.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { Parcel } from './attempt.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { OnStep } from './steps.ts';
import type { Manifest } from '../manifest.ts';

export interface FanOutDeps extends Pick<Stores, 'webhooks' | 'events' | 'intake'> {
  clock: () => Date;
  newId: () => string;
  log: Logger;
  bus: Pick<Bus<Manifest>, 'wake'>;
  dispatcher: Pick<Dispatcher, 'reserve' | 'giveBack' | 'begin' | 'wake' | 'claimBy' | 'keysOf'>;
  step: OnStep;
}

const BATCH_MAX = 128;

/**
 * Stores events, several at a time, and creates one delivery for each webhook that subscribes to them. Deliveries for which there are
 * places are stored as claimed and attempted at once; the others wait for the dispatcher.
 */
export class FanOut {
  readonly #deps: FanOutDeps;
  readonly #batches: Batcher<StoredEvent, undefined>;

  constructor(deps: FanOutDeps) {
    this.#deps = deps;
    this.#batches = new Batcher((events) => this.#run(events), BATCH_MAX);
  }

  /** Resolves when the event and its deliveries are stored; idempotent. */
  add(event: StoredEvent): Promise<void> {
    return this.#batches.do(event);
  }

  async #run(batch: readonly StoredEvent[]): Promise<undefined[]> {
    const { events, webhooks, step } = this.#deps;
    const fresh = [...new Map(batch.map((event) => [event.id, event])).values()];
    const accountIds = [...new Set(fresh.map(({ accountId }) => accountId))];
    const [known] = await Promise.all([webhooks.ofAccounts(accountIds), events.insertOnce(fresh)]);
    await step('events-stored');
    await this.#deliver(fresh, known);
    return [];
  }

  async #deliver(events: readonly StoredEvent[], webhooks: readonly StoredWebhook[]): Promise<void> {
    const { intake, dispatcher, step } = this.#deps;
    /** Each has a reserved place until its attempt begins. */
    const parcels = new Map<string, Parcel>();
    try {
      const drafts = webhooks.flatMap((webhook) => this.#drafts(webhook, events, parcels));
      if (drafts.length === 0) return;
      const claimed = await intake.insert(drafts);
      await step('deliveries-stored');
      for (const delivery of claimed) {
        const parcel = parcels.get(delivery.id);
        if (!parcel) continue;
        parcels.delete(delivery.id);
        dispatcher.begin(delivery, parcel);
      }
      this.#wakeFor(drafts);
    } finally {
      for (const { webhook } of parcels.values()) dispatcher.giveBack(webhook.id);
    }
  }

  /** A delivery of each event that the webhook wants; those for which there are places are claimed and sent at once. */
  #drafts(
    webhook: StoredWebhook,
    events: readonly StoredEvent[],
    parcels: Map<string, Parcel>,
  ): readonly Draft[] {
    const { clock, newId, dispatcher } = this.#deps;
    const names: readonly string[] = webhook.events;
    const wanted = events.filter(
      ({ accountId, eventName }) => accountId === webhook.accountId && names.includes(eventName),
    );
    const signingKeys = webhook.status === 'active' && wanted.length > 0 && this.#keysOf(webhook);
    const places = signingKeys ? dispatcher.reserve(webhook.id, wanted.length) : 0;
    return wanted.map((event, index) => {
      const delivery = newDelivery(event, webhook, { id: newId(), now: clock() });
      if (!signingKeys || index >= places) return { delivery, webhook };
      const { rawBody, traceparent } = event;
      const traced = traceparent === undefined ? {} : { traceparent };
      parcels.set(delivery.id, { webhook, signingKeys, rawBody, ...traced });
      return { delivery, webhook, claimBy: () => dispatcher.claimBy() };
    });
  }

  /** False when the keys cannot be opened: the deliveries wait for the dispatcher. */
  #keysOf(webhook: StoredWebhook): readonly string[] | false {
    try {
      return this.#deps.dispatcher.keysOf(webhook);
    } catch (error) {
      const { id: webhookId } = webhook;
      this.#deps.log.error({ err: toServiceError(error), webhookId }, 'webhook.keys.broken');
      return false;
    }
  }

  /** Another process may have free places. */
  #wakeFor(drafts: readonly Draft[]): void {
    const { bus, dispatcher } = this.#deps;
    const waiting = drafts.filter(({ claimBy, delivery }) => !claimBy && delivery.status === 'pending');
    for (const webhookId of new Set(waiting.map(({ webhook }) => webhook.id))) {
      dispatcher.wake(webhookId);
      bus.wake(Deliver, { webhookId });
    }
  }
}

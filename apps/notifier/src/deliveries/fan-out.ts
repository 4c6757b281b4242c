import { Deliver } from '@estate/contracts';
import { Batcher, toServiceError } from '@estate/persistence';
import type { Logger } from '@estate/observability';
import type { Bus } from '@estate/messaging';
import { newDelivery } from '../domain/delivery.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { DeliveryIntake, Draft } from '../stores/delivery-intake.ts';
import type { EventStore } from '../stores/event-store.ts';
import type { WebhookStore } from '../stores/webhook-store.ts';
import type { Parcel } from './attempt.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { OnStep } from './steps.ts';
import type { Manifest } from '../manifest.ts';

export interface FanOutDeps {
  clock: () => Date;
  newId: () => string;
  log: Logger;
  bus: Pick<Bus<Manifest>, 'wake'>;
  webhooks: Pick<WebhookStore, 'ofAccounts'>;
  events: Pick<EventStore, 'insertOnce'>;
  intake: Pick<DeliveryIntake, 'insert'>;
  dispatcher: Pick<Dispatcher, 'reserve' | 'giveBack' | 'begin' | 'wake' | 'claimBy' | 'keysOf'>;
  step: OnStep;
}

const BATCH_MAX = 128;

/** An event on its way to one webhook, before it is stored. */
interface Addressed {
  event: StoredEvent;
  webhook: StoredWebhook;
}

/**
 * Keeps events and makes one delivery for each webhook that wants them, several events at a time. Deliveries for which
 * there are places are stored as claimed and attempted at once; the others wait for the dispatcher.
 */
export class FanOut {
  readonly #deps: FanOutDeps;
  readonly #batches: Batcher<StoredEvent, undefined>;

  constructor(deps: FanOutDeps) {
    this.#deps = deps;
    this.#batches = new Batcher((events) => this.#run(events), BATCH_MAX);
  }

  /** Resolves when the event and its deliveries are stored; comes to the same however often it is repeated. */
  add(event: StoredEvent): Promise<void> {
    return this.#batches.do(event);
  }

  async #run(batch: readonly StoredEvent[]): Promise<undefined[]> {
    const { events, webhooks, step } = this.#deps;
    const fresh = [...new Map(batch.map((event) => [event.id, event])).values()];
    const accountIds = [...new Set(fresh.map(({ accountId }) => accountId))];
    const [known] = await Promise.all([webhooks.ofAccounts(accountIds), events.insertOnce(fresh)]);
    await step('events-stored');
    const addressed = addressedTo(fresh, known);
    if (addressed.length > 0) await this.#deliver(addressed);
    return [];
  }

  async #deliver(addressed: readonly Addressed[]): Promise<void> {
    const { intake, dispatcher, step } = this.#deps;
    const places = this.#reserve(addressed);
    try {
      const parcels = new Map<string, Parcel>();
      const drafts = addressed.map((one) => this.#draft(one, { places, parcels }));
      const claimed = await intake.insert(drafts);
      await step('deliveries-stored');
      for (const delivery of claimed) {
        const parcel = parcels.get(delivery.id);
        if (!parcel) continue;
        take(places.reserved, delivery.webhookId);
        dispatcher.begin(delivery, parcel);
      }
      this.#wakeFor(drafts);
    } finally {
      for (const [webhookId, count] of places.reserved) if (count > 0) dispatcher.giveBack(webhookId, count);
    }
  }

  /** Places for as many deliveries of each active webhook as may be attempted now; a webhook whose keys are broken gets none. */
  #reserve(addressed: readonly Addressed[]): Places {
    const { dispatcher, log } = this.#deps;
    const places: Places = { reserved: new Map(), free: new Map(), keys: new Map() };
    for (const { webhook } of addressed) {
      const { id, status } = webhook;
      if (status !== 'active' || places.reserved.has(id)) continue;
      const wanted = addressed.filter((one) => one.webhook.id === id).length;
      try {
        places.keys.set(id, dispatcher.keysOf(webhook));
        const count = dispatcher.reserve(id, wanted);
        places.reserved.set(id, count);
        places.free.set(id, count);
      } catch (error) {
        places.reserved.set(id, 0);
        log.error({ err: toServiceError(error), webhookId: id }, 'webhook.keys.broken');
      }
    }
    return places;
  }

  #draft(
    { event, webhook }: Addressed,
    { places, parcels }: { places: Places; parcels: Map<string, Parcel> },
  ): Draft {
    const { clock, newId, dispatcher } = this.#deps;
    const now = clock();
    const delivery = newDelivery(event, webhook, { id: newId(), now });
    if (!take(places.free, webhook.id)) return { delivery, webhook };
    const signingKeys = places.keys.get(webhook.id) ?? [];
    const { rawBody, traceparent } = event;
    const traced = traceparent === undefined ? {} : { traceparent };
    parcels.set(delivery.id, { webhook, signingKeys, rawBody, ...traced });
    return { delivery, webhook, claimBy: () => dispatcher.claimBy() };
  }

  /** Another process may have places where this one has none. */
  #wakeFor(drafts: readonly Draft[]): void {
    const { bus, dispatcher } = this.#deps;
    const waiting = drafts.filter(({ claimBy, delivery }) => !claimBy && delivery.status === 'pending');
    for (const webhookId of new Set(waiting.map(({ webhook }) => webhook.id))) {
      dispatcher.wake(webhookId);
      bus.wake(Deliver, { webhookId });
    }
  }
}

interface Places {
  /** Reserved and not yet handed to an attempt. */
  reserved: Map<string, number>;
  /** Reserved and not yet given to a draft. */
  free: Map<string, number>;
  keys: Map<string, readonly string[]>;
}

/** Takes one from a count; false when there is none. */
function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count === 0) return false;
  counts.set(key, count - 1);
  return true;
}

function addressedTo(events: readonly StoredEvent[], webhooks: readonly StoredWebhook[]): Addressed[] {
  return events.flatMap((event) =>
    webhooks
      .filter(
        ({ accountId, events: names }) => accountId === event.accountId && wants(names, event.eventName),
      )
      .map((webhook) => ({ event, webhook })),
  );
}

const wants = (names: readonly string[], name: string): boolean => names.includes(name);

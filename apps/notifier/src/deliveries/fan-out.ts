import { Deliver } from '@estate/contracts';
import { Batcher, toServiceError } from '@estate/persistence';
import type { Logger } from '@estate/observability';
import type { Bus } from '@estate/messaging';
import type { WebhookSecrets } from '../channels/webhook-channel.ts';
import { newDelivery } from '../domain/delivery.ts';
import { wants } from '../domain/event-filter.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { Draft } from '../stores/delivery-intake.ts';
import type { EventContent } from '../stores/event-store.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { Parcel } from './attempt.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { OnStep } from './crash-points.ts';
import type { Manifest } from '../manifest.ts';

export interface FanOutDeps extends Pick<Stores, 'webhooks' | 'events' | 'intake'> {
  clock: () => Date;
  newId: () => string;
  log: Logger;
  bus: Pick<Bus<Manifest>, 'wake'>;
  dispatcher: Pick<Dispatcher, 'reserve' | 'giveBack' | 'begin' | 'wake' | 'claimBy' | 'secretsOf'>;
  step: OnStep;
}

const BATCH_MAX = 128;

/** An event that is stored. */
interface Queued {
  event: StoredEvent;
  /** The webhooks of its account. */
  webhooks: readonly StoredWebhook[];
  /** Since when it is stored, if it was received before. */
  storedAt: Date | undefined;
}

/**
 * Stores events, several at a time, and creates one delivery for each webhook that subscribes to them, while the next events are
 * stored. Deliveries for which there are places are stored as claimed and attempted at once; the others wait for the dispatcher.
 */
export class FanOut {
  readonly #deps: FanOutDeps;
  readonly #storing: Batcher<StoredEvent, Queued>;
  readonly #queueing: Batcher<Queued, undefined>;

  constructor(deps: FanOutDeps) {
    this.#deps = deps;
    this.#storing = new Batcher((events) => this.#store(events), BATCH_MAX);
    this.#queueing = new Batcher((queued) => this.#queue(queued), BATCH_MAX);
  }

  /** Resolves when the event and its deliveries are stored; idempotent. */
  async add(event: StoredEvent): Promise<void> {
    const queued = await this.#storing.do(event);
    if (queued.webhooks.length > 0) await this.#queueing.do(queued);
  }

  async #store(batch: readonly StoredEvent[]): Promise<Queued[]> {
    const { events, webhooks, step } = this.#deps;
    const fresh = [...new Map(batch.map((event) => [event.id, event])).values()];
    const accountIds = [...new Set(fresh.map(({ accountId }) => accountId))];
    const [known, storedBefore] = await Promise.all([
      webhooks.ofAccounts(accountIds),
      events.insertOnce(fresh),
    ]);
    await step('events-stored');
    const byAccount = Map.groupBy(known, ({ accountId }) => accountId);
    return batch.map((event) => ({
      event,
      webhooks: byAccount.get(event.accountId) ?? [],
      storedAt: storedBefore.get(event.id),
    }));
  }

  async #queue(batch: readonly Queued[]): Promise<undefined[]> {
    const queued = [...new Map(batch.map((one) => [one.event.id, one])).values()];
    const webhooks = new Map(queued.flatMap((one) => one.webhooks.map((webhook) => [webhook.id, webhook])));
    await this.#deliver(queued, [...webhooks.values()]);
    return [];
  }

  async #deliver(queued: readonly Queued[], webhooks: readonly StoredWebhook[]): Promise<void> {
    const { intake, dispatcher, step } = this.#deps;
    /** Each has a reserved place until its attempt begins. */
    const parcels = new Map<string, Parcel>();
    try {
      const drafts = webhooks.flatMap((webhook) => {
        const since = queued.filter(({ storedAt }) => isSince(webhook, storedAt));
        return this.#drafts(
          webhook,
          since.map(({ event }) => event),
          parcels,
        );
      });
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
    const wanted = events.filter((event) => event.accountId === webhook.accountId && wants(webhook, event));
    const secrets = isSentAtOnce(webhook) && wanted.length > 0 && this.#secretsOf(webhook);
    const places = secrets ? dispatcher.reserve(webhook.id, wanted.length) : 0;
    return wanted.map((event, index) => {
      const delivery = newDelivery(event, webhook, { id: newId(), now: clock() });
      if (!secrets || index >= places) return { delivery, webhook };
      parcels.set(delivery.id, { webhook, secrets, ...contentOf(event) });
      return { delivery, webhook, claimBy: () => dispatcher.claimBy() };
    });
  }

  /** False when the secrets cannot be opened: the deliveries wait for the dispatcher. */
  #secretsOf(webhook: StoredWebhook): WebhookSecrets | false {
    try {
      return this.#deps.dispatcher.secretsOf(webhook);
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

/** An event can be received again up to days later, and a webhook that was created meanwhile is not sent it. */
const isSince = ({ createdAt }: StoredWebhook, storedAt: Date | undefined): boolean =>
  storedAt === undefined || createdAt <= storedAt;

const contentOf = ({ rawBody, requestId, traceparent }: StoredEvent): EventContent => ({
  rawBody,
  ...(requestId !== undefined && { requestId }),
  ...(traceparent !== undefined && { traceparent }),
});

/** Deliveries of a webhook with a limit wait for their slots in the dispatcher. */
const isSentAtOnce = ({ status, maxDeliveriesPerSecond }: StoredWebhook): boolean =>
  status === 'active' && maxDeliveriesPerSecond === undefined;

import { before, firstIdAt, isDuplicateKey, newId, timeOfId } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import { newDelivery } from '../domain/delivery.ts';
import { wants } from '../domain/event-filter.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import type { EventDoc } from '../stores/event-store.ts';
import type { DeliveryIntake } from '../stores/delivery-intake.ts';
import type { DeliveryStore } from '../stores/delivery-store.ts';
import type { WebhookStore } from '../stores/webhook-store.ts';
import { missingNumbers } from './delivery-numbers.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** An event whose process crashed comes again; until then its deliveries are on their way. */
const DELIVERED_WITHIN_MS = 30 * MINUTE_MS;
const KEPT_MS = 30 * DAY_MS;
/** Deliveries of one time have neighbouring numbers. */
const NEIGHBOURS_MS = 10 * MINUTE_MS;
const NEIGHBOURS_MAX = 2000;

/** The dependencies of repairs. */
export interface RepairStores {
  deliveries: Pick<DeliveryStore, 'discardPending'>;
  intake: Pick<DeliveryIntake, 'insert' | 'newestStored'>;
  webhooks: Pick<WebhookStore, 'find' | 'ofAccounts'>;
}

interface Collections {
  deliveries: Collection<DeliveryDoc>;
  events: Collection<EventDoc>;
}

/** An event that a webhook wants, without a delivery. */
interface Missing {
  event: StoredEvent;
  webhook: StoredWebhook;
}

/**
 * Finds events without deliveries, and creates the deliveries under the numbers that they had, where these are certain.
 */
export class MissingDeliveries {
  readonly #collections: Collections;
  readonly #stores: RepairStores;

  constructor(collections: Collections, stores: RepairStores) {
    this.#collections = collections;
    this.#stores = stores;
  }

  /** The settings of a webhook at the time of an event are known only if it has not changed since. */
  async of(docs: readonly EventDoc[], now: Date): Promise<Missing[]> {
    const settled = docs
      .filter(({ test, expiresAt }) => !test && isSettled(expiresAt, now))
      .map(({ _id, ...event }) => ({ ...event, id: _id }));
    if (settled.length === 0) return [];
    const accountIds = [...new Set(settled.map(({ accountId }) => accountId))];
    const webhooks = await this.#stores.webhooks.ofAccounts(accountIds);
    const wanted = settled.flatMap((event) =>
      webhooks.filter((webhook) => certainlyWanted(webhook, event)).map((webhook) => ({ event, webhook })),
    );
    return this.#withoutDelivery(wanted);
  }

  async #withoutDelivery(wanted: readonly Missing[]): Promise<Missing[]> {
    if (wanted.length === 0) return [];
    const eventIds = [...new Set(wanted.map(({ event }) => event.id))];
    const projection = { eventId: 1, webhookId: 1 };
    const stored = await this.#collections.deliveries
      .find({ eventId: { $in: eventIds } }, { projection })
      .toArray();
    const known = new Set(stored.map(({ eventId, webhookId }) => `${eventId} ${webhookId}`));
    return wanted.filter(({ event, webhook }) => !known.has(`${event.id} ${webhook.id}`));
  }

  /** Creates the missing deliveries of events; returns the events of which none is missing any more. */
  async create(eventIds: readonly string[], now: Date): Promise<string[]> {
    const docs = await this.#collections.events.find({ _id: { $in: [...eventIds] } }).toArray();
    const left = new Set<string>();
    const missing = await this.of(docs, now);
    for (const one of missing) if (!(await this.#createOne(one, now))) left.add(one.event.id);
    return [...new Set(missing.map(({ event }) => event.id))].filter((id) => !left.has(id));
  }

  /** Creates the one missing delivery before each of these; returns those before which none is missing any more. */
  async fillBefore(ids: readonly string[], now: Date): Promise<string[]> {
    const after = await this.#collections.deliveries.find({ _id: { $in: [...ids] } }).toArray();
    const filled: string[] = [];
    for (const { _id, webhookId, eventId } of after) {
      const webhook = await this.#stores.webhooks.find(webhookId);
      if (!webhook || webhook.deletedAt) continue;
      const [missing, another] = await this.#missingAround(webhook, timeOfId(eventId), now);
      if (missing && !another && (await this.#createOne(missing, now))) filled.push(_id);
    }
    return filled;
  }

  /** False where the number of the delivery is not certain. */
  async #createOne(missing: Missing, now: Date): Promise<boolean> {
    const { event, webhook } = missing;
    const delivery = newDelivery(event, webhook, { id: newId(), now });
    const [number, another] = await this.#missingNumbers(webhook, storedAtOf(event));
    if (number === undefined) {
      await this.#stores.intake.insert([{ delivery, webhook }]);
      return true;
    }
    const candidates = await this.#missingAround(webhook, timeOfId(event.id), now);
    if (another !== undefined || candidates.length !== 1) return false;
    const { id: _id, ...fields } = delivery;
    const { deliveries } = this.#collections;
    return insertOnce(() => deliveries.insertOne({ _id, ...fields, sequence: number }));
  }

  async #missingAround(webhook: StoredWebhook, at: Date, now: Date): Promise<Missing[]> {
    const _id = aroundIds(at);
    const { events } = this.#collections;
    const docs = await events.find({ accountId: webhook.accountId, _id }).limit(NEIGHBOURS_MAX).toArray();
    return (await this.of(docs, now)).filter((one) => one.webhook.id === webhook.id);
  }

  async #missingNumbers(webhook: StoredWebhook, at: Date): Promise<number[]> {
    const { deliveries } = this.#collections;
    const docs = await deliveries
      .find({ webhookId: webhook.id, _id: aroundIds(at) }, { projection: { sequence: 1 } })
      .limit(NEIGHBOURS_MAX)
      .toArray();
    const numbers = docs.flatMap(({ sequence }) => sequence ?? []);
    const newest = Math.max(0, ...numbers);
    const isNewest = (await this.#stores.intake.newestStored(webhook.id)) === newest;
    const until = isNewest ? Math.max(newest, webhook.lastSequence ?? 0) : newest;
    return missingNumbers(numbers, { until, jumps: webhook.jumps ?? [] });
  }
}

/** False when the event has a delivery by now, or the number is used. */
async function insertOnce(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

const storedAtOf = ({ expiresAt }: Pick<StoredEvent, 'expiresAt'>): Date => before(expiresAt, KEPT_MS);

const aroundIds = (at: Date) => ({
  $gte: firstIdAt(before(at, NEIGHBOURS_MS)),
  $lt: firstIdAt(before(at, -NEIGHBOURS_MS)),
});

/** Events that are about to expire may already have lost their deliveries. */
const isSettled = (expiresAt: Date, now: Date): boolean =>
  storedAtOf({ expiresAt }) < before(now, DELIVERED_WITHIN_MS) && expiresAt > before(now, -DAY_MS);

/** True if it is certain that the webhook wanted the event when it came. */
function certainlyWanted(webhook: StoredWebhook, event: StoredEvent): boolean {
  const unchangedSince = before(storedAtOf(event), MINUTE_MS);
  const isTypeUnknown = webhook.filter?.propertyTypes !== undefined && event.propertyType === undefined;
  return (
    webhook.accountId === event.accountId &&
    webhook.createdAt < unchangedSince &&
    webhook.updatedAt < unchangedSince &&
    !(isTypeUnknown && event.propertyId !== undefined) &&
    wants(webhook, event)
  );
}

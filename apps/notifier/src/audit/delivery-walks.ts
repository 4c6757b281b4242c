import { danglingIds, walking } from '@estate/persistence';
import type { Collection, Db, Invariant, WalkRule } from '@estate/persistence';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import type { EventDoc } from '../stores/event-store.ts';
import type { WebhookDoc } from '../stores/webhook-store.ts';
import { deliveriesAfterGaps } from './delivery-numbers.ts';
import type { NumberedCollections } from './delivery-numbers.ts';
import { MissingDeliveries } from './missing-deliveries.ts';
import type { RepairStores } from './missing-deliveries.ts';

const PORTION = 1000;

type Anything = Collection<{ _id: string }>;

/** Invariants of deliveries together with events. */
export function deliveryWalks(db: Db, stores: RepairStores): Invariant[] {
  const deliveries = db.collection<DeliveryDoc>('deliveries');
  const events = db.collection<EventDoc>('events');
  const webhooks = db.collection<WebhookDoc>('webhooks');
  const missing = new MissingDeliveries({ deliveries, events }, stores);
  return [
    ...walking<DeliveryDoc>({
      collection: deliveries,
      fields: ['webhookId', 'eventId', 'sequence', 'status', 'isErased', 'createdAt', 'test'],
      portion: PORTION,
      rules: [
        numbersHaveNoGaps({ deliveries, webhooks }, missing),
        haveTheirEvent(events as unknown as Anything),
        haveAWebhook(webhooks as unknown as Anything, deliveries, stores),
      ],
    }),
    ...walking<EventDoc>({
      collection: events,
      fields: [
        ...['accountId', 'eventName', 'eventTime', 'propertyId', 'listingId', 'targetId'],
        ...['propertyType', 'aboutWebhookId', 'test', 'expiresAt'],
      ],
      portion: PORTION,
      rules: [
        {
          name: 'events-have-their-deliveries',
          meaning: 'Customers do not receive these events.',
          advice:
            'Webhooks that subscribe to these events have no deliveries for them. Create the deliveries (rek repair). If several are missing at once, their numbers are uncertain. Ask the customer to read GET /events.',
          broken: async (docs, { now }) => [
            ...new Set((await missing.of(docs, now)).map(({ event }) => event.id)),
          ],
          repair: (ids, now) => missing.create(ids, now),
        },
      ],
    }),
  ];
}

const numbersHaveNoGaps = (
  collections: NumberedCollections,
  missing: MissingDeliveries,
): WalkRule<DeliveryDoc> => ({
  name: 'delivery-numbers-have-no-gaps',
  meaning: 'Receivers that rely on the delivery numbers wait for a delivery that never arrives.',
  advice:
    'The deliveries before these ones are missing. Create the missing delivery again from its event (rek repair). If the event is missing, too, or several deliveries are missing, ask the customer to skip these numbers.',
  broken: (docs) => deliveriesAfterGaps(collections, docs),
  repair: (ids, now) => missing.fillBefore(ids, now),
});

/** Which deliveries were erased is known of those that were stored since the audit began. */
const haveTheirEvent = (events: Anything): WalkRule<DeliveryDoc> => ({
  name: 'deliveries-have-their-event',
  meaning: 'Customers do not receive these events, and cannot see the request bodies.',
  advice:
    'The events of these deliveries are missing, and so are the request bodies. Restore the events from a backup. Otherwise, inform the customer, who can read the current state of the resources from the API. Find out who removed the events.',
  broken: (docs, { begunAt }) =>
    danglingIds(
      docs.filter(
        ({ status, createdAt, isErased, test }) =>
          !test && !isErased && (status === 'pending' || status === 'held' || createdAt > begunAt),
      ),
      ({ eventId }) => eventId,
      events,
    ),
});

const haveAWebhook = (
  webhooks: Anything,
  deliveries: Collection<DeliveryDoc>,
  { deliveries: store }: RepairStores,
): WalkRule<DeliveryDoc> => ({
  name: 'deliveries-have-a-webhook',
  meaning: 'Deliveries are waiting for a webhook that does not exist.',
  advice: 'If no webhook was deleted by mistake, discard the deliveries (rek repair).',
  broken: (docs) =>
    danglingIds(
      docs.filter(({ status }) => status === 'pending' || status === 'held'),
      ({ webhookId }) => webhookId,
      webhooks,
    ),
  repair: async (ids) => {
    const docs = await deliveries
      .find({ _id: { $in: [...ids] } }, { projection: { webhookId: 1 } })
      .toArray();
    const left = new Set(await danglingIds(docs, ({ webhookId }) => webhookId, webhooks));
    const repaired = docs.filter(({ _id }) => left.has(_id));
    for (const webhookId of new Set(repaired.map((doc) => doc.webhookId)))
      await store.discardPending(webhookId, null);
    return repaired.map(({ _id }) => _id);
  },
});

import {
  danglingIds,
  ofDocument,
  referenceFields,
  referenceRules,
  unchanged,
  walking,
} from '@estate/persistence';
import type { Collection, Invariant, Rule, WalkRule } from '@estate/persistence';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import type { EventDoc } from '../stores/event-store.ts';
import type { WebhookDoc } from '../stores/webhook-store.ts';
import { deliveriesAfterGaps } from './delivery-numbers.ts';
import type { NumberedCollections } from './delivery-numbers.ts';
import { MissingDeliveries } from './missing-deliveries.ts';
import type { RepairStores } from './missing-deliveries.ts';
import { deliveryReferences, eventReferences } from './references.ts';

const PORTION = 1000;

type Anything = Collection<{ _id: string }>;

interface Audited {
  deliveries: Collection<DeliveryDoc>;
  events: Collection<EventDoc>;
  webhooks: Collection<WebhookDoc>;
  stores: RepairStores;
}

/** Invariants of deliveries together with events and webhooks. */
export function deliveryWalk({ deliveries, events, webhooks, stores }: Audited): Invariant[] {
  const missing = new MissingDeliveries({ deliveries, events }, stores);
  const discard = discardingLeft({ deliveries, webhooks }, stores.deliveries);
  const references = deliveryReferences({ events, webhooks, discard });
  return walking<DeliveryDoc>({
    collection: deliveries,
    fields: ['sequence', 'attemptCount', 'attempts.at', ...referenceFields(references)],
    portion: PORTION,
    rules: [
      numbersHaveNoGaps({ deliveries, webhooks }, missing),
      ...referenceRules(references),
      countsItsAttempts(deliveries),
    ],
  });
}

/** Invariants of events together with their deliveries. */
export function eventWalk({ deliveries, events, webhooks, stores }: Audited): Invariant[] {
  const missing = new MissingDeliveries({ deliveries, events }, stores);
  const references = eventReferences(webhooks);
  return walking<EventDoc>({
    collection: events,
    fields: [
      ...['eventName', 'eventTime', 'propertyId', 'listingId', 'targetId'],
      ...['propertyType', 'test', 'expiresAt'],
      ...referenceFields(references),
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
      ...referenceRules(references),
    ],
  });
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

/** The newest attempts are stored, and all are counted. */
const countsItsAttempts = (deliveries: Collection<DeliveryDoc>): WalkRule<DeliveryDoc> =>
  ofDocument<DeliveryDoc>(deliveries, {
    name: 'deliveries-count-their-attempts',
    meaning: 'The deliveries show fewer attempts than were made.',
    advice: 'The counts of these deliveries are wrong. Count the stored attempts again (rek repair).',
    isBroken: ({ attempts, attemptCount }) => !(attemptCount >= attempts.length),
    seen: (doc) => unchanged(doc, ['attemptCount']),
    correction: ({ attempts }) => ({ $set: { attemptCount: attempts.length } }),
  });

const discardingLeft =
  (
    { deliveries, webhooks }: NumberedCollections,
    store: RepairStores['deliveries'],
  ): NonNullable<Rule['repair']> =>
  async (ids) => {
    const docs = await deliveries
      .find({ _id: { $in: [...ids] } }, { projection: { webhookId: 1 } })
      .toArray();
    const left = new Set(
      await danglingIds(docs, ({ webhookId }) => webhookId, webhooks as unknown as Anything),
    );
    const repaired = docs.filter(({ _id }) => left.has(_id));
    for (const webhookId of new Set(repaired.map((doc) => doc.webhookId)))
      await store.discardPending(webhookId, null);
    return repaired.map(({ _id }) => _id);
  };

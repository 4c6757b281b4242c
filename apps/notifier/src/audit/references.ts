import { listCatalogOwners, listDistributionOwners } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { namedIn, referenceWalk } from '@estate/persistence';
import type { Collection, FindNamed, Invariant, Reference, Rule } from '@estate/persistence';
import { ownersAt } from '@estate/runtime';
import type { EventLinks } from '../domain/event-links.ts';
import type { Manifest } from '../manifest.ts';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import type { EventDoc } from '../stores/event-store.ts';
import type { ResendDoc } from '../stores/resend-store.ts';
import type { WebhookDoc } from '../stores/webhook-store.ts';

interface NamedByDeliveries {
  events: Collection<EventDoc>;
  webhooks: Collection<WebhookDoc>;
  /** Discards deliveries whose webhook does not exist. */
  discard: NonNullable<Rule['repair']>;
}

const isWaiting = ({ status }: Pick<DeliveryDoc, 'status'>): boolean =>
  status === 'pending' || status === 'held';

/** The references of deliveries. Those that have ended may outlive their webhook. */
export const deliveryReferences = ({
  events,
  webhooks,
  discard,
}: NamedByDeliveries): Reference<DeliveryDoc>[] => [
  {
    fields: ['eventId', 'status', 'isErased', 'createdAt', 'test'],
    namedBy: ({ eventId, test }) => (test ? undefined : eventId),
    find: namedIn(events),
    missing: {
      name: 'deliveries-have-their-event',
      meaning: 'Customers do not receive these events, and cannot see the request bodies.',
      advice:
        'The events of these deliveries are missing, and so are the request bodies. Restore the events from a backup. Otherwise, inform the customer, who can read the current state of the resources from the API. Find out who removed the events.',
      // It is known which deliveries were erased of those that were stored since the audit began.
      applies: (doc, { begunAt }) => !doc.isErased && (isWaiting(doc) || doc.createdAt > begunAt),
    },
    foreign: {
      name: 'deliveries-and-events-share-an-account',
      meaning: 'These deliveries are not sent, because they are about an event of another account.',
      advice:
        'The deliveries and their events belong to different accounts. The API does not show them, and nothing is sent. Find out who changed the documents, and remove the deliveries manually.',
    },
  },
  {
    fields: ['webhookId', 'status'],
    namedBy: ({ webhookId }) => webhookId,
    find: namedIn(webhooks),
    missing: {
      name: 'deliveries-have-a-webhook',
      meaning: 'Deliveries are waiting for a webhook that does not exist.',
      advice: 'If no webhook was deleted by mistake, discard the deliveries (rek repair).',
      applies: isWaiting,
      repair: discard,
    },
    foreign: {
      name: 'deliveries-and-webhooks-share-an-account',
      meaning: 'These deliveries are not sent, because their webhook belongs to another account.',
      advice:
        'The deliveries and their webhooks belong to different accounts. The API does not show them, and nothing is sent. Find out who changed the documents, and remove the deliveries manually.',
    },
  },
];

/** The references of bulk resends. */
export const resendReferences = (webhooks: Collection<WebhookDoc>): Reference<ResendDoc>[] => [
  {
    fields: ['webhookId'],
    namedBy: ({ webhookId }) => webhookId,
    find: namedIn(webhooks),
    foreign: {
      name: 'resends-and-webhooks-share-an-account',
      meaning: 'The bulk resends queue deliveries of another account.',
      advice:
        'The bulk resends and their webhooks belong to different accounts. Find out who changed the documents, and remove the bulk resends manually.',
    },
  },
];

const FIND_OUT = 'Find out who changed the documents, and remove them manually.';

/** The webhook that an event is about may be gone. */
export const eventReferences = (webhooks: Collection<WebhookDoc>): Reference<EventDoc>[] => [
  {
    fields: ['aboutWebhookId'],
    namedBy: ({ aboutWebhookId }) => aboutWebhookId,
    find: namedIn(webhooks),
    foreign: {
      name: 'events-and-webhooks-share-an-account',
      meaning: 'The events tell about a webhook of another account.',
      advice: `The events and the webhooks that they are about belong to different accounts. ${FIND_OUT}`,
    },
  },
];

interface AuditedLinks {
  bus: Pick<Bus<Manifest>, 'ask'>;
  docs: {
    webhooks: Collection<WebhookDoc>;
    events: Collection<EventDoc>;
    deliveries: Collection<DeliveryDoc>;
  };
}

type Linked = EventLinks & { accountId: string };

/** The references of the notifier to documents of other services. Events and deliveries may outlive them. */
export function referencesElsewhere({ bus, docs }: AuditedLinks): Invariant[] {
  const atCatalog = ownersAt((input, caller) => bus.ask(listCatalogOwners, input, caller));
  const atDistribution = ownersAt((input, caller) => bus.ask(listDistributionOwners, input, caller));
  return [
    ...referenceWalk<WebhookDoc>({
      ...{ name: 'webhooks-targets', collection: docs.webhooks },
      references: [webhookTargets(atDistribution)],
    }),
    ...linkWalks(docs.events as unknown as Collection<Linked & { _id: string }>, [
      linkedProperty(atCatalog, {
        name: 'events-and-properties-share-an-account',
        meaning: 'The events show the id of a property of another account.',
      }),
      linkedListing(atDistribution, {
        name: 'events-and-listings-share-an-account',
        meaning: 'The events show the id of a listing or a target of another account.',
      }),
    ]),
    ...linkWalks(docs.deliveries as unknown as Collection<Linked & { _id: string }>, [
      linkedProperty(atCatalog, {
        name: 'deliveries-and-properties-share-an-account',
        meaning: 'The deliveries show the id of a property of another account.',
      }),
      linkedListing(atDistribution, {
        name: 'deliveries-and-listings-share-an-account',
        meaning: 'The deliveries show the id of a listing or a target of another account.',
      }),
    ]),
  ];
}

const webhookTargets = (find: FindNamed): Reference<WebhookDoc> => ({
  fields: ['filter', 'deletedAt'],
  namedBy: ({ filter, deletedAt }) => (deletedAt ? undefined : filter?.targetIds),
  find,
  wrong: {
    name: 'filters-name-existing-targets',
    meaning: 'These webhooks wait for events about targets that do not exist.',
    advice:
      'The targets in the filters of these webhooks were deleted, by an earlier version or while the webhook was saved. If the database of the distribution was restored from an older backup, restore a newer one. Otherwise, ask the customer to change the filter.',
  },
});

/** One walk for each service, because one of them may be unavailable. */
const linkWalks = (
  collection: Collection<Linked & { _id: string }>,
  [atCatalog, atDistribution]: [Reference<Linked>, Reference<Linked>],
): Invariant[] => [
  ...referenceWalk<Linked>({
    ...{ name: `${collection.collectionName}-catalog`, collection },
    references: [atCatalog],
  }),
  ...referenceWalk<Linked>({
    ...{ name: `${collection.collectionName}-distribution`, collection },
    references: [atDistribution],
  }),
];

type Words = Pick<Rule, 'name' | 'meaning'>;
const APART = `They and what they name belong to different accounts. ${FIND_OUT}`;

const linkedProperty = (find: FindNamed, foreign: Words): Reference<Linked> => ({
  fields: ['propertyId'],
  namedBy: ({ propertyId }) => propertyId,
  find,
  foreign: { ...foreign, advice: APART },
});

const linkedListing = (find: FindNamed, foreign: Words): Reference<Linked> => ({
  fields: ['listingId', 'targetId'],
  namedBy: ({ listingId, targetId }) => [listingId, targetId].filter((id) => id !== undefined),
  find,
  foreign: { ...foreign, advice: APART },
});

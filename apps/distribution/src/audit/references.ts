import { listCatalogOwners } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { before, namedIn, referenceWalk } from '@estate/persistence';
import type { Collection, Invariant, Reference } from '@estate/persistence';
import { ownersAt } from '@estate/runtime';
import type { Manifest } from '../manifest.ts';
import type { AuthorizationDoc } from '../stores/authorization-store.ts';
import type { FetchDoc } from '../stores/fetch-store.ts';
import type { PortionDoc } from '../stores/feed-portions.ts';
import type { FragmentDoc } from '../stores/feed-fragment.ts';
import type { ReportFileDoc } from '../stores/report-file-store.ts';
import type { ReportDoc } from '../stores/report-store.ts';
import type { ListingDoc } from '../stores/listings/listing-document.ts';
import type { TargetDoc } from '../stores/targets/target-document.ts';
import type { UnknownObjectDoc } from '../stores/unknown-object-store.ts';

const HALF_MADE_MS = 10 * 60_000;
/** A fact of the catalog may still wait at the broker for its consumer. */
export const HEARD_WITHIN_MS = 10 * 60_000;
const FIND_OUT = 'Find out who changed the documents, and remove them manually.';

/** Nothing of it is about to be published or taken down. */
export const isSettled = ({ state, dueAt }: Pick<ListingDoc, 'state' | 'dueAt'>): boolean =>
  state === 'live' && dueAt === undefined;

/** References of listings within the same database. */
export const listingReferences = (targets: Collection<TargetDoc>): Reference<ListingDoc>[] => [
  {
    fields: ['targetId', 'createdAt'],
    namedBy: ({ targetId }) => targetId,
    find: namedIn(targets),
    missing: {
      name: 'listings-have-a-target',
      meaning:
        'The platform shows an old state of the properties, and the customer can neither change nor delete them there.',
      advice: 'The targets of the listings no longer exist. Take the objects down on the platform manually.',
      applies: ({ createdAt }, { now }) => createdAt < before(now, HALF_MADE_MS),
    },
    foreign: {
      name: 'listings-and-targets-share-an-account',
      meaning: 'Properties of one account are published with the login of another account.',
      advice:
        'The listings and their targets belong to different accounts. Pause the lanes (rek lanes pause) and find out who changed the documents. Delete the listings after the customers have agreed.',
    },
  },
];

const namingTarget = (targets: Collection<TargetDoc>) => ({
  fields: ['targetId'],
  namedBy: ({ targetId }: { targetId: string }) => targetId,
  find: namedIn(targets),
});

/** A redirect flow may outlive its target. */
export const authorizationReferences = (targets: Collection<TargetDoc>): Reference<AuthorizationDoc>[] => [
  {
    ...namingTarget(targets),
    foreign: {
      name: 'authorizations-and-targets-share-an-account',
      meaning: 'These redirect flows cannot be finished. The end user must begin a new one.',
      advice: `The redirect flows and their targets belong to different accounts. ${FIND_OUT}`,
    },
  },
];

/** An unknown object may outlive its target. */
export const unknownObjectReferences = (targets: Collection<TargetDoc>): Reference<UnknownObjectDoc>[] => [
  {
    ...namingTarget(targets),
    foreign: {
      name: 'unknown-objects-and-targets-share-an-account',
      meaning: 'The objects would be taken down with the login of another account.',
      advice: `The unknown objects and their targets belong to different accounts. ${FIND_OUT} Do not take these objects down with rek.`,
    },
  },
];

/** A report may outlive its target. */
export const reportReferences = (targets: Collection<TargetDoc>): Reference<ReportDoc>[] => [
  {
    ...namingTarget(targets),
    foreign: {
      name: 'reports-and-targets-share-an-account',
      meaning: 'Customers see what a platform said about the objects of another account.',
      advice: `The reports and their targets belong to different accounts. ${FIND_OUT}`,
    },
  },
];

/** A file may outlive its target. */
export const reportFileReferences = (targets: Collection<TargetDoc>): Reference<ReportFileDoc>[] => [
  {
    ...namingTarget(targets),
    foreign: {
      name: 'report-files-and-targets-share-an-account',
      meaning: 'The names of the files of one account are erased with another account.',
      advice: `The result files and their targets belong to different accounts. ${FIND_OUT}`,
    },
  },
];

/** Fragments of a feed are removed before their listing ends. */
export const fragmentReferences = (listings: Collection<ListingDoc>): Reference<FragmentDoc>[] => [
  {
    fields: [],
    namedBy: ({ _id }) => _id,
    find: namedIn(listings),
    missing: {
      name: 'feeds-contain-listings',
      meaning: 'Feeds show properties that the customer has taken down.',
      advice:
        'The listings of these parts of feeds do not exist. Find out who removed the listings, and remove the documents of the same ids from the collection feed-fragments.',
    },
    foreign: {
      name: 'feeds-and-listings-share-an-account',
      meaning: 'Feeds show properties of another account.',
      advice: `The parts of feeds and their listings belong to different accounts. ${FIND_OUT}`,
    },
  },
];

/** The portions of a feed are removed with its listings. */
export const portionReferences = (targets: Collection<TargetDoc>): Reference<PortionDoc>[] => [
  {
    ...namingTarget(targets),
    foreign: {
      name: 'feed-portions-and-targets-share-an-account',
      meaning: 'Feeds show properties of another account.',
      advice: `The portions of feeds and their targets belong to different accounts. ${FIND_OUT}`,
    },
  },
];

/** A fetch may outlive its target. */
export const fetchReferences = (targets: Collection<TargetDoc>): Reference<FetchDoc>[] => [
  {
    ...namingTarget(targets),
    foreign: {
      name: 'fetches-and-targets-share-an-account',
      meaning: 'Customers see who fetched a feed of another account.',
      advice: `The fetches and their targets belong to different accounts. ${FIND_OUT}`,
    },
  },
];

export interface AuditedListings {
  bus: Pick<Bus<Manifest>, 'ask'>;
  docs: Collection<ListingDoc>;
}

/** References of listings to the catalog. */
export const listingsAtCatalog = ({ bus, docs }: AuditedListings): Invariant[] =>
  referenceWalk<ListingDoc>({
    name: 'listings-catalog',
    collection: docs,
    references: [
      {
        fields: ['propertyId', 'state', 'dueAt'],
        namedBy: ({ propertyId }) => propertyId,
        find: ownersAt((input, caller) => bus.ask(listCatalogOwners, input, caller)),
        missing: {
          name: 'listings-have-a-property',
          meaning: 'The platforms show properties that do not exist, or that the customer has deleted.',
          advice:
            'The properties of these listings do not exist in the catalog. If its database was restored from an older backup, restore a newer one or send the properties again. Otherwise, delete the listings (DELETE /listings/{id} with a key of the account), which takes them down.',
          settledMs: HEARD_WITHIN_MS,
          applies: isSettled,
        },
        foreign: {
          name: 'listings-and-properties-share-an-account',
          meaning: 'The listings cannot be published, and show the id of a property of another account.',
          advice:
            'The listings and their properties belong to different accounts. Find out who changed the documents. Delete the listings after the customer has agreed (DELETE /listings/{id} with a key of the account), which takes them down.',
        },
      },
    ],
  });

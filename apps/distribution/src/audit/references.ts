import { listCatalogOwners } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { before, namedIn, referenceWalk } from '@estate/persistence';
import type { Collection, Invariant, Reference } from '@estate/persistence';
import { ownersAt } from '@estate/runtime';
import type { Manifest } from '../manifest.ts';
import type { ListingDoc } from '../stores/listings/listing-document.ts';
import type { TargetDoc } from '../stores/targets/target-document.ts';

const HALF_MADE_MS = 10 * 60_000;

/** What listings name in the same database. */
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

export interface AuditedListings {
  bus: Pick<Bus<Manifest>, 'ask'>;
  docs: Collection<ListingDoc>;
}

/** What listings name at the catalog. `listings-have-a-property` finds those whose property does not exist. */
export const listingsAtCatalog = ({ bus, docs }: AuditedListings): Invariant[] =>
  referenceWalk<ListingDoc>({
    name: 'listings-catalog',
    collection: docs,
    references: [
      {
        fields: ['propertyId'],
        namedBy: ({ propertyId }) => propertyId,
        find: ownersAt((input, caller) => bus.ask(listCatalogOwners, input, caller)),
        foreign: {
          name: 'listings-and-properties-share-an-account',
          meaning: 'The listings cannot be published, and show the id of a property of another account.',
          advice:
            'The listings and their properties belong to different accounts. Find out who changed the documents. Delete the listings after the customer has agreed (DELETE /listings/{id} with a key of the account), which takes them down.',
        },
      },
    ],
  });

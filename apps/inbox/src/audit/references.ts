import { listCatalogOwners, listDistributionOwners } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { namedIn, referenceWalk } from '@estate/persistence';
import type { Collection, Invariant, Reference, Rule } from '@estate/persistence';
import { ownersAt } from '@estate/runtime';
import type { Manifest } from '../manifest.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import type { TextDoc } from '../stores/text-store.ts';

interface NamedByRequests {
  texts: Collection<TextDoc>;
  /** Reads the emails of requests again. */
  readAgain: NonNullable<Rule['repair']>;
}

/** What requests name in the same database. A request that is being erased belongs to no account. */
export const requestReferences = ({ texts, readAgain }: NamedByRequests): Reference<RequestDoc>[] => [
  {
    fields: ['textId', 'erasing'],
    namedBy: ({ textId, erasing }) => (erasing ? undefined : textId),
    find: namedIn(texts),
    missing: {
      name: 'request-texts-exist',
      meaning: 'The requests, and lists that contain them, cannot be read.',
      advice:
        'The text that these requests share is missing. Read their emails again, which stores the text (rek repair). If the emails have expired, restore the texts from a backup.',
      repair: readAgain,
    },
    foreign: {
      name: 'requests-and-texts-share-an-account',
      meaning: 'The requests show a text of another account.',
      advice:
        'The requests and their texts belong to different accounts. Find out who changed the documents, and remove the requests manually.',
    },
  },
];

interface AuditedRequests {
  bus: Pick<Bus<Manifest>, 'ask'>;
  docs: Collection<RequestDoc>;
}

const ADVICE =
  'Find out who changed the documents. Inform both customers, because a request contains personal data, and move the requests to their accounts manually.';

/** What requests name at other services. They may outlive their target and their property. */
export const requestsElsewhere = ({ bus, docs: collection }: AuditedRequests): Invariant[] => [
  ...referenceWalk<RequestDoc>({
    ...{ name: 'requests-targets', collection },
    references: [
      {
        fields: ['targetId', 'erasing'],
        namedBy: ({ targetId, erasing }) => (erasing ? undefined : targetId),
        find: ownersAt((input, caller) => bus.ask(listDistributionOwners, input, caller)),
        foreign: {
          name: 'requests-and-targets-share-an-account',
          meaning: 'An account sees requests of prospects that were sent to another account.',
          advice: `The requests and their targets belong to different accounts. ${ADVICE}`,
        },
      },
    ],
  }),
  ...referenceWalk<RequestDoc>({
    ...{ name: 'requests-properties', collection },
    references: [
      {
        fields: ['propertyId', 'erasing'],
        namedBy: ({ propertyId, erasing }) => (erasing ? undefined : propertyId),
        find: ownersAt((input, caller) => bus.ask(listCatalogOwners, input, caller)),
        foreign: {
          name: 'requests-and-properties-share-an-account',
          meaning: 'The requests refer to properties of another account.',
          advice: `The requests and their properties belong to different accounts. ${ADVICE}`,
        },
      },
    ],
  }),
];

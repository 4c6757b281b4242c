import { listCatalogOwners, listDistributionOwners } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { danglingIds, namedIn, referenceWalk } from '@estate/persistence';
import type { Collection, Invariant, Reference } from '@estate/persistence';
import { ownersAt } from '@estate/runtime';
import { mailIdOf } from '../domain/mail.ts';
import type { Manifest } from '../manifest.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import type { Audited } from './audited.ts';
import { readingAgain } from './reading-again.ts';

type NamedByRequests = Pick<Audited, 'requests' | 'texts' | 'store'>;

/** The references of requests in the same database. A request that is being erased belongs to no account. */
export const requestReferences = ({ requests, texts, store }: NamedByRequests): Reference<RequestDoc>[] => [
  {
    fields: ['textId', 'erasing'],
    namedBy: ({ textId, erasing }) => (erasing ? undefined : textId),
    find: namedIn(texts),
    missing: {
      name: 'request-texts-exist',
      meaning: 'The requests, and lists that contain them, cannot be read.',
      advice:
        'The text that these requests share is missing. Read their emails again, which stores the text (rek repair). If the emails have expired, restore the texts from a backup.',
      repair: (ids, now) => readTextsAgain({ requests, texts, store }, ids, now),
    },
    foreign: {
      name: 'requests-and-texts-share-an-account',
      meaning: 'The requests show a text of another account.',
      advice:
        'The requests and their texts belong to different accounts. Find out who changed the documents, and remove the requests manually.',
    },
  },
];

/** Reads the emails of those requests again whose text is missing. */
async function readTextsAgain(
  { requests, texts, store }: NamedByRequests,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const docs = await requests
    .find({ _id: { $in: [...ids] }, erasing: { $exists: false } }, { projection: { origin: 1, textId: 1 } })
    .toArray();
  const to = texts as unknown as Collection<{ _id: string }>;
  const left = await danglingIds(docs, ({ textId }) => textId, to);
  const wrong = docs.filter(({ _id }) => left.includes(_id));
  const read = new Set(await readingAgain(store)([...new Set(wrong.map(mailIdOf))], now));
  return wrong.filter((doc) => read.has(mailIdOf(doc))).map(({ _id }) => _id);
}

interface AuditedRequests {
  bus: Pick<Bus<Manifest>, 'ask'>;
  docs: Collection<RequestDoc>;
}

const ADVICE =
  'Find out who changed the documents. Inform both customers, because a request contains personal data, and move the requests to their accounts manually.';

/** The references of requests to documents of other services. They may outlive their target and their property. */
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

import { defineCollection } from './define-collection.ts';
import type { CollectionDeclaration, Identified, None, PersonRule } from './define-collection.ts';
import type { PublishedMessageDoc } from '../outbox/published-messages.ts';
import type { KeptEntry, TimelineDoc } from '../records/timeline-store.ts';
import type { UsageDoc, UsageStateDoc } from '../records/usage-store.ts';
import type { WalkDoc } from '../mongo/portions.ts';

type Rules = Pick<CollectionDeclaration<Identified>, 'exportedAs'> & { account: None; person: None };

/** The rules of documents without data of accounts and of persons. */
export const withoutData = (none: string): Rules => ({
  account: { none },
  person: { none },
  exportedAs: { none },
});

const PROGRESS = withoutData('The progress of a walk over documents is no data of an account.');
const BACKUPS = withoutData('It says how far the database has come.');

/** Collections that every service has. */
export const backboneCollections = {
  accountErasures: defineCollection({
    name: 'account-erasures',
    indexes: [],
    ttl: true,
    ...withoutData('It counts what was erased of a closed account, and expires.'),
  }),
  auditWalks: defineCollection({ name: 'audit-walks', indexes: [], ...PROGRESS }),
  walks: defineCollection<WalkDoc>({ name: 'walks', indexes: [], ...PROGRESS }),
  marks: defineCollection({ name: 'marks', indexes: [], ...BACKUPS }),
  restores: defineCollection({ name: 'restores', indexes: [], ...BACKUPS }),
  retelling: defineCollection({ name: 'retelling', indexes: [], ...PROGRESS }),
  vaultKeys: defineCollection({
    name: 'vault-keys',
    indexes: [],
    ...withoutData('It contains a check of each key of the vault.'),
  }),
};

/** The daily usage of accounts. */
export const usageCollections = {
  usage: defineCollection<UsageDoc>({
    name: 'usage',
    indexes: [{ key: { accountId: 1, day: 1 }, name: 'account' }],
    ttl: true,
    account: { none: 'Invoices need the usage of an account after its end.' },
    person: { none: 'It contains numbers.' },
    exportedAs: ['usage'],
  }),
  usageStates: defineCollection<UsageStateDoc>({ name: 'usage-states', indexes: [], ...PROGRESS }),
};

/** The statistics of the targets of accounts, by day. */
export const statisticsCollection = defineCollection<UsageDoc>({
  name: 'statistics',
  indexes: [
    { key: { accountId: 1, day: 1 }, name: 'account' },
    { key: { accountId: 1, of: 1, day: 1 }, name: 'target' },
  ],
  ttl: true,
  account: { kind: 'others' },
  person: { none: 'It contains numbers.' },
  exportedAs: { none: 'It counts what the export contains.' },
});

/** The attempts of webhooks or targets by day. */
export const attemptDaysCollection = defineCollection({
  name: 'attempt-days',
  indexes: [{ key: { of: 1, day: 1 }, name: 'day' }],
  ttl: true,
  account: { none: 'The attempts of a webhook or a target are erased together with it.' },
  person: { none: 'It contains numbers.' },
  exportedAs: { none: 'The attempts of 40 days are shown as a summary only.' },
});

/** The counts of erasures of persons. */
export const erasedCollection = defineCollection({
  name: 'erased',
  indexes: [{ key: { erasureId: 1, kind: 1 }, name: 'erasure' }],
  ttl: true,
  ...withoutData('It contains ids of what was erased, and nothing else of a person.'),
});

/** The entries of timelines that are not part of other documents. */
export const timelineCollection = <E extends KeptEntry>() =>
  defineCollection<TimelineDoc<E>>({
    name: 'timeline',
    indexes: [
      { key: { accountId: 1, propertyId: 1, _id: 1 }, name: 'property' },
      {
        key: { accountId: 1, listingId: 1, _id: 1 },
        name: 'listing',
        partialFilterExpression: { listingId: { $exists: true } },
      },
    ],
    shardKey: { accountId: 1 },
    ttl: true,
    account: { kind: 'others' },
    person: { none: 'Timelines contain no data of prospects.' },
    exportedAs: {
      none: 'Timelines are read by GET /properties/{id}/timeline and GET /listings/{id}/timeline.',
    },
  });

/** The messages that a service has published, and the rule for erasing those that name persons. */
export const publishedMessagesCollection = <E = unknown>(person: PersonRule<PublishedMessageDoc, E> | None) =>
  defineCollection<PublishedMessageDoc, unknown, E>({
    name: 'published-messages',
    indexes: [
      { name: 'document', key: { accountId: 1, documentId: 1 } },
      ...('none' in person ? [] : [{ name: 'person', key: { personKeys: 1, _id: 1 }, sparse: true }]),
    ],
    account: { kind: 'others' },
    person,
    exportedAs: { none: 'A message repeats what the export contains of its document or event.' },
  });

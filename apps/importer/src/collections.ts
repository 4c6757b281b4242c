import {
  backboneCollections,
  defineCollection,
  dueIndex,
  publishedMessagesCollection,
} from '@estate/persistence';
import { importInvariants, queueInvariants, resultInvariants } from './audit/invariants.ts';
import type { Audited } from './audit/invariants.ts';
import { knownReferences, objectReferences, resultReferences } from './audit/references.ts';
import { noteNameOf } from './domain/import.ts';
import type { HeldDoc } from './stores/held-accounts.ts';
import type { ImportDoc } from './stores/import-document.ts';
import type { KnownDoc } from './stores/known-store.ts';
import { POSITION_INDEX } from './stores/object-store.ts';
import type { ObjectDoc } from './stores/object-store.ts';
import type { PersonDoc } from './stores/person-store.ts';
import { WORK_FIELDS } from './stores/queue-document.ts';
import type { QueueDoc } from './stores/queue-document.ts';
import type { ResultDoc } from './stores/result-store.ts';
import type { SourceDoc } from './stores/source-store.ts';

/** The persons in packages are contacts of properties: the account deletes them. */
const NO_PROSPECTS = { none: 'Packages contain contacts of properties, and no prospects.' };
const OF_AN_ACCOUNT = { kind: 'others', mustExist: true } as const;

/** Every collection of the importer. An account is erased in this order. */
export const collections = {
  imports: defineCollection<ImportDoc, Audited>({
    name: 'imports',
    indexes: [
      { name: 'page', key: { accountId: 1, _id: 1 } },
      { name: 'page-of-source', key: { accountId: 1, sourceId: 1, _id: 1 } },
      { name: 'page-of-state', key: { accountId: 1, state: 1, _id: 1 } },
      { name: 'open', key: { queueId: 1, _id: 1 }, partialFilterExpression: { isOpen: true } },
      { name: 'oldest-open', key: { isOpen: 1, _id: 1 }, partialFilterExpression: { isOpen: true } },
      {
        name: 'kept-package',
        key: { accountId: 1, queueId: 1 },
        partialFilterExpression: { isPackageKept: true },
      },
      { name: 'package', key: { packageName: 1 } },
      { name: 'package-kept-until', key: { packageKeptUntil: 1 }, sparse: true },
      { name: 'kept', key: { removeAt: 1 }, sparse: true },
    ],
    outbox: true,
    account: {
      ...OF_AN_ACCOUNT,
      note: (docs) => docs.map(({ packageName }) => packageName),
      after: async ({ noted }, _account, { packages }) => {
        for (const name of noted) {
          await packages.delete(noteNameOf(name));
          await packages.delete(name);
        }
        return {};
      },
    },
    person: NO_PROSPECTS,
    exportedAs: ['import'],
    found: {
      kind: 'import',
      fields: { accountId: 1, fileName: 1 },
      describe: ({ accountId, fileName: name }) => ({ accountId, ...(name !== undefined && { name }) }),
    },
    invariants: (_docs, audited) => importInvariants(audited),
  }),
  objects: defineCollection<ObjectDoc, Audited>({
    name: 'import-objects',
    indexes: [
      { name: POSITION_INDEX, key: { importId: 1, position: 1 }, unique: true },
      { name: 'outcome', key: { importId: 1, outcome: 1, _id: 1 } },
      { name: 'terms', key: { importId: 1, terms: 1, _id: 1 } },
      { name: 'page', key: { importId: 1, _id: 1 } },
      {
        name: 'differing',
        key: { importId: 1, isDiffering: 1, _id: 1 },
        partialFilterExpression: { isDiffering: true },
      },
      { name: 'key', key: { key: 1, importId: 1 }, sparse: true },
      { name: 'account', key: { accountId: 1, _id: 1 } },
    ],
    shardKey: { importId: 1 },
    account: OF_AN_ACCOUNT,
    person: NO_PROSPECTS,
    exportedAs: ['importObject'],
    references: objectReferences,
  }),
  queues: defineCollection<QueueDoc, Audited>({
    name: 'import-queues',
    indexes: [dueIndex(WORK_FIELDS.dueAt), { name: 'account', key: { accountId: 1, _id: 1 } }],
    account: OF_AN_ACCOUNT,
    person: NO_PROSPECTS,
    exportedAs: { none: 'It says which import of a source is next.' },
    waiting: { work: 'imports', dueAt: WORK_FIELDS.dueAt },
    invariants: queueInvariants,
  }),
  sources: defineCollection<SourceDoc>({
    name: 'import-sources',
    indexes: [
      { name: 'page', key: { accountId: 1, _id: 1 } },
      { name: 'user', key: { user: 1 }, unique: true, sparse: true },
      { name: 'unlisted', key: { 'unlisted.targetId': 1, _id: 1 }, sparse: true },
      { name: 'target', key: { accountId: 1, targetIds: 1 } },
    ],
    account: OF_AN_ACCOUNT,
    person: NO_PROSPECTS,
    exportedAs: ['importSource'],
    found: {
      kind: 'import-source',
      fields: { accountId: 1, name: 1 },
      describe: ({ accountId, name }) => ({ accountId, name }),
    },
  }),
  results: defineCollection<ResultDoc, Audited>({
    name: 'import-results',
    indexes: [
      { name: 'due', key: { dueAt: 1 }, sparse: true },
      { name: 'of-source', key: { sourceId: 1, _id: 1 } },
      { name: 'account', key: { accountId: 1, _id: 1 } },
      { name: 'kept', key: { removeAt: 1 }, sparse: true },
    ],
    account: OF_AN_ACCOUNT,
    person: NO_PROSPECTS,
    exportedAs: { none: 'Result files repeat what the export contains of the objects.' },
    references: ({ sources }) => resultReferences(sources),
    invariants: resultInvariants,
  }),
  known: defineCollection<KnownDoc, Audited>({
    name: 'known-objects',
    indexes: [
      { name: 'provider', key: { queueId: 1, providerKey: 1, _id: 1 } },
      { name: 'account', key: { accountId: 1, _id: 1 } },
      { name: 'property', key: { propertyId: 1 } },
      {
        name: 'unlisted',
        key: { queueId: 1, _id: 1 },
        partialFilterExpression: { unlisted: { $exists: true } },
      },
    ],
    account: OF_AN_ACCOUNT,
    person: NO_PROSPECTS,
    exportedAs: { none: 'It says which property an object became, as the objects of imports do.' },
    references: knownReferences,
  }),
  persons: defineCollection<PersonDoc>({
    name: 'known-persons',
    indexes: [{ name: 'account', key: { accountId: 1, _id: 1 } }],
    account: OF_AN_ACCOUNT,
    person: NO_PROSPECTS,
    exportedAs: { none: 'It says which contact a person in a package became, by a hash.' },
  }),
  held: defineCollection<HeldDoc>({
    name: 'held-accounts',
    indexes: [{ name: 'account', key: { accountId: 1, _id: 1 } }],
    account: OF_AN_ACCOUNT,
    person: { none: 'It contains ids of accounts.' },
    exportedAs: { none: 'It says that an account is being closed.' },
  }),
  publishedMessages: publishedMessagesCollection({ none: 'The events about imports contain no prospects.' }),
  ...backboneCollections,
};

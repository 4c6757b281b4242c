import {
  backboneCollections,
  defineCollection,
  dueIndex,
  publishedMessagesCollection,
  timelineCollection,
  usageCollections,
} from '@estate/persistence';
import { contactInvariants, propertyInvariants } from './audit/invariants.ts';
import type { Audited } from './audit/invariants.ts';
import { uploadsWhole } from './audit/upload-invariants.ts';
import { eraseFiles, filesOf } from './closing/erase-files.ts';
import type { ErasedFiles } from './closing/erase-files.ts';
import type { PropertyEntry } from './domain/timeline.ts';
import type { ContactDoc } from './stores/contact-store.ts';
import type { LogoDoc } from './stores/logo-store.ts';
import { EXTERNAL_ID_INDEX, LIVE, WORK_FIELDS } from './stores/property-document.ts';
import type { PropertyDoc } from './stores/property-document.ts';
import { FILE_INDEX } from './stores/upload-store.ts';
import type { UploadDoc } from './stores/upload-store.ts';

/** The needs of the rules of the collections. */
type Parts = Audited & ErasedFiles;

const BY_ACCOUNT = { accountId: 1 } as const;

/** Every collection of the catalog. An account is erased in this order. */
export const collections = {
  properties: defineCollection<PropertyDoc, Parts>({
    name: 'properties',
    indexes: [
      {
        name: EXTERNAL_ID_INDEX,
        key: { accountId: 1, externalId: 1 },
        unique: true,
        partialFilterExpression: { externalId: { $exists: true } },
      },
      // For the operator, who looks for one without knowing whose it is.
      {
        name: 'external-id-of-any-account',
        key: { externalId: 1 },
        partialFilterExpression: { externalId: { $exists: true } },
      },
      { name: 'page', key: { accountId: 1, _id: 1 } },
      { name: 'page-of-status', key: { accountId: 1, type: 1, processingStatus: 1, _id: 1 } },
      { name: 'search', key: { accountId: 1, terms: 1, type: 1, _id: 1 } },
      {
        name: 'page-of-contact',
        key: { accountId: 1, contactId: 1, type: 1, processingStatus: 1, _id: 1 },
        partialFilterExpression: { contactId: { $exists: true } },
      },
      {
        name: 'contact-revision',
        key: { accountId: 1, contactId: 1, contactRevision: 1 },
        partialFilterExpression: { contactId: { $exists: true } },
      },
      dueIndex(WORK_FIELDS.dueAt),
      {
        name: 'due-of-account',
        key: { accountId: 1, 'processing.dueAt': 1 },
        partialFilterExpression: { 'processing.dueAt': { $exists: true } },
      },
      { name: 'original-bytes', key: { 'stored.sha256': 1 }, sparse: true },
      { name: 'rendition-bytes', key: { 'renditions.sha256': 1 }, sparse: true },
      { name: 'uploads', key: { uploads: 1 }, sparse: true },
    ],
    shardKey: BY_ACCOUNT,
    outbox: true,
    account: {
      kind: 'properties',
      mustExist: true,
      note: filesOf,
      after: ({ noted }, account, parts) => eraseFiles(noted, account, parts),
    },
    person: { none: 'A property names its contact by id.' },
    exportedAs: ['property'],
    found: {
      kind: 'property',
      by: (externalId) => [{ externalId, ...LIVE }],
      fields: { accountId: 1, externalId: 1 },
      describe: ({ accountId, externalId }) => ({ accountId, name: externalId }),
    },
    waiting: { work: 'attachments', dueAt: WORK_FIELDS.dueAt },
    invariants: (_docs, parts) => propertyInvariants(parts),
  }),
  uploadedAttachments: defineCollection<UploadDoc, Parts>({
    name: 'uploaded-attachments',
    indexes: [
      { name: FILE_INDEX, key: { accountId: 1, sha256: 1 }, unique: true },
      { name: 'page', key: { accountId: 1, _id: 1 } },
      { name: 'bytes', key: { sha256: 1 } },
      { name: 'rendition', key: { 'rendition.sha256': 1 }, sparse: true },
      { name: 'used', key: { usedAt: 1 } },
      { name: 'unused', key: { usedAt: 1 }, partialFilterExpression: { isUnused: true } },
      { name: 'unused-of-account', key: { accountId: 1 }, partialFilterExpression: { isUnused: true } },
    ],
    shardKey: BY_ACCOUNT,
    account: {
      kind: 'others',
      mustExist: true,
      note: (uploads) =>
        uploads.flatMap(({ sha256, rendition }) => [sha256, ...(rendition ? [rendition.sha256] : [])]),
      after: ({ noted }, account, parts) => eraseFiles(noted, account, parts),
    },
    person: { none: 'Files show properties, contacts and logos.' },
    exportedAs: ['uploadedAttachment'],
    invariants: (uploads, { properties, contacts, logos, bytes }) =>
      uploadsWhole({ uploads, naming: [properties, contacts, logos] }, bytes),
  }),
  contacts: defineCollection<ContactDoc>({
    name: 'contacts',
    indexes: [
      { name: 'page', key: { accountId: 1, _id: 1 } },
      { name: 'search', key: { accountId: 1, terms: 1, _id: 1 } },
      { name: 'uploads', key: { uploads: 1 }, sparse: true },
    ],
    shardKey: BY_ACCOUNT,
    outbox: true,
    account: { kind: 'contacts', mustExist: true },
    person: { none: 'A contact of properties is no prospect; its account deletes it.' },
    exportedAs: ['contact'],
    found: {
      kind: 'contact',
      fields: { accountId: 1 },
      describe: ({ accountId }) => ({ accountId }),
    },
    invariants: contactInvariants,
  }),
  timeline: timelineCollection<PropertyEntry>(),
  publishedMessages: publishedMessagesCollection({
    none: 'The messages of the catalog contain no prospects.',
  }),
  ...usageCollections,
  ...backboneCollections,
  logos: defineCollection<LogoDoc>({
    name: 'logos',
    indexes: [
      { name: 'account', key: { accountId: 1 } },
      { name: 'uploads', key: { uploads: 1 } },
    ],
    account: { kind: 'others', mustExist: true },
    person: { none: 'A logo is of an agency.' },
    exportedAs: ['account'],
  }),
};

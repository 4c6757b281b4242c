import {
  backboneCollections,
  before,
  defineCollection,
  dueIndex,
  erasedCollection,
  publishedMessagesCollection,
  statisticsCollection,
  stringsIn,
  usageCollections,
  withoutData,
} from '@estate/persistence';
import type { Audited } from './audit/audited.ts';
import { mailInvariants, requestInvariants } from './audit/invariants.ts';
import { requestReferences } from './audit/references.ts';
import { listFor } from './domain/account-part.ts';
import { eraseMails, eraseOwnRequests, eraseTexts } from './erasing/erase-person.ts';
import { erasePublished } from './erasing/erase-published.ts';
import type { EraseDeps } from './erasing/erase-requests.ts';
import type { ErasedMailStore } from './stores/erased-mail-store.ts';
import { KEY_INDEX, WORK_FIELDS } from './stores/mail-document.ts';
import type { MailDoc } from './stores/mail-document.ts';
import type { MailboxDoc } from './stores/mailbox-store.ts';
import { textsOf } from './stores/request-document.ts';
import type { RequestDoc } from './stores/request-document.ts';
import { ORIGIN_INDEX } from './stores/request-store.ts';
import type { RetentionDoc } from './stores/retention-store.ts';
import type { TextDoc } from './stores/text-store.ts';

/** The needs of the rules of the collections. */
interface Parts extends Audited {
  erasedMails: Pick<ErasedMailStore, 'erase'>;
}

/** Every collection of the inbox. An account and a person are erased in this order. */
export const collections = {
  requests: defineCollection<RequestDoc, Parts, EraseDeps>({
    name: 'requests',
    indexes: [
      { name: ORIGIN_INDEX, key: { origin: 1 }, unique: true },
      { name: 'page', key: { accountId: 1, _id: 1 } },
      { name: 'target', key: { accountId: 1, targetId: 1, _id: 1 } },
      { name: 'property', key: { accountId: 1, propertyId: 1, _id: 1 } },
      { name: 'state', key: { accountId: 1, 'handling.state': 1, _id: 1 } },
      {
        name: 'assignee',
        key: { accountId: 1, 'handling.assignee': 1, _id: 1 },
        partialFilterExpression: { 'handling.assignee': { $exists: true } },
      },
      { name: 'search', key: { accountId: 1, terms: 1, _id: 1 } },
      { name: 'person', key: { personKeys: 1, _id: 1 }, sparse: true },
      { name: 'person-in-note', key: { noteKeys: 1, _id: 1 }, sparse: true },
      { name: 'text', key: { textId: 1 }, sparse: true },
      { name: 'erasing', key: { 'erasing.dueAt': 1 }, sparse: true },
      { name: 'erasing-of-account', key: { 'erasing.accountId': 1 }, sparse: true },
      { name: 'erasure', key: { 'erasing.erasureId': 1 }, sparse: true },
    ],
    shardKey: { origin: 1 },
    outbox: true,
    account: {
      kind: 'requests',
      mustExist: true,
      // A request that is being erased has no account any more.
      of: (accountId) => [{ accountId }, { 'erasing.accountId': accountId }],
    },
    person: {
      keys: ['personKeys', 'noteKeys'],
      among: (accountId) => ({ accountId }),
      texts: (doc) => [...textsOf(doc), doc.handling?.note],
      erase: eraseOwnRequests,
    },
    exportedAs: ['request'],
    found: {
      kind: 'request',
      fields: { accountId: 1 },
      describe: ({ accountId }) => ({ accountId }),
    },
    references: requestReferences,
    invariants: requestInvariants,
  }),
  texts: defineCollection<TextDoc, Parts, EraseDeps>({
    name: 'texts',
    indexes: [
      { name: 'person', key: { personKeys: 1 }, sparse: true },
      { name: 'account', key: { accountId: 1, _id: 1 } },
    ],
    account: { kind: 'others' },
    person: { keys: ['personKeys'], texts: ({ text }) => [text], erase: eraseTexts },
    exportedAs: ['request'],
  }),
  mails: defineCollection<MailDoc, Parts, EraseDeps>({
    name: 'mails',
    indexes: [
      { name: KEY_INDEX, key: { key: 1 }, unique: true },
      dueIndex(WORK_FIELDS.dueAt),
      { name: 'state', key: { state: 1, _id: 1 } },
      { name: 'account', key: { listedUnder: 1, _id: 1 } },
      { name: 'raw', key: { rawSha256: 1 } },
      { name: 'person', key: { personKeys: 1, _id: 1 }, sparse: true },
      { name: 'kept', key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ],
    shardKey: { key: 'hashed' },
    outbox: true,
    expiryOf: ({ receivedAt }, { keptMs }) => before(receivedAt, -keptMs),
    account: {
      kind: 'mails',
      of: (accountId) => [{ listedUnder: listFor(accountId, {}) }],
      // Copies of other accounts stay, or a row without content.
      erase: async (ids, { accountId }, { erasedMails }) => {
        for (const id of ids) await erasedMails.erase(accountId, id);
      },
    },
    person: {
      keys: ['personKeys'],
      texts: ({ sender, subject, content }) => [sender, subject, content?.text],
      erase: eraseMails,
    },
    exportedAs: ['mail'],
    found: { kind: 'mail', fields: {}, describe: () => ({}) },
    invariants: (_docs, parts) => mailInvariants(parts),
  }),
  retentions: defineCollection<RetentionDoc>({
    name: 'retentions',
    indexes: [],
    account: { kind: 'others', of: (accountId) => [{ _id: accountId }] },
    person: { none: 'It contains a setting.' },
    exportedAs: ['account'],
  }),
  publishedMessages: publishedMessagesCollection<EraseDeps>({
    keys: ['personKeys'],
    texts: ({ message }) => stringsIn(message.data),
    erase: erasePublished,
  }),
  mailboxes: defineCollection<MailboxDoc>({
    name: 'mailboxes',
    indexes: [],
    ...withoutData('It says which process reads which mailbox.'),
  }),
  erased: erasedCollection,
  ...usageCollections,
  ...backboneCollections,
  statistics: statisticsCollection,
};

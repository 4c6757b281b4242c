import {
  attemptDaysCollection,
  backboneCollections,
  defineCollection,
  dueIndex,
  erasedCollection,
  publishedMessagesCollection,
  timeOfId,
  usageCollections,
} from '@estate/persistence';
import type { AttemptDays, IndexSpec } from '@estate/persistence';
import { deliveryWalk, eventWalk } from './audit/delivery-walks.ts';
import { attemptedInTime, noticeInvariants, resendInvariants } from './audit/invariants.ts';
import type { Audited } from './audit/invariants.ts';
import { resendReferences } from './audit/references.ts';
import { webhookWalk } from './audit/webhook-walk.ts';
import { expiryOf } from './domain/event.ts';
import type { EraseDeps } from './erasing/erase-events.ts';
import { eraseNamingEvents } from './erasing/erase-person.ts';
import type { AccountEmailDoc } from './stores/account-email-store.ts';
import type { DeliveryDoc } from './stores/delivery-document.ts';
import type { EventDoc } from './stores/event-store.ts';
import { textsIn } from './stores/person-keys-in.ts';
import type { NoticeDoc } from './stores/notice-store.ts';
import type { ResendDoc } from './stores/resend-store.ts';
import type { WebhookDoc } from './stores/webhook-store.ts';

/** The needs of the rules of the collections. */
interface Parts extends Audited {
  attemptDays: Pick<AttemptDays, 'removeOf'>;
}

/** By then every delivery of a deleted webhook has expired. */
const KEPT_AFTER_DELETION_SECONDS = 30 * 24 * 60 * 60;

const NAMES = { listingId: 'listing', propertyId: 'property' } as const;

/** Finds what is linked to something, page by page. Name the most selective link first: equal plans are taken in this order. */
const linkIndexes = (owner: string, links: readonly (keyof typeof NAMES)[]): IndexSpec[] =>
  links.map((link) => ({
    key: { [owner]: 1, [link]: 1, _id: 1 },
    name: NAMES[link],
    partialFilterExpression: { [link]: { $exists: true } },
  }));

const only = (filter: object) => ({ partialFilterExpression: filter });
const having = (field: string) => only({ [field]: { $exists: true } });
const createdExpiry = ({ createdAt }: { createdAt: Date }): Date => expiryOf(createdAt);

/** Every collection of the notifier. An account is erased in this order: the webhooks first, so that nothing is fanned out to them any more. */
export const collections = {
  webhooks: defineCollection<WebhookDoc, Parts>({
    name: 'webhooks',
    indexes: [
      { key: { accountId: 1, _id: 1 }, name: 'account' },
      { key: { failingSince: 1 }, name: 'failing', sparse: true },
      { key: { 'filter.targetIds': 1, accountId: 1 }, name: 'filter-target', sparse: true },
      { key: { deletedAt: 1 }, name: 'purge', expireAfterSeconds: KEPT_AFTER_DELETION_SECONDS },
    ],
    endingLater: true,
    outbox: true,
    account: {
      kind: 'webhooks',
      mustExist: true,
      after: async ({ ids }, _account, { attemptDays }) => {
        await attemptDays.removeOf(ids);
        return {};
      },
    },
    person: { none: 'It contains the address of a receiver.' },
    exportedAs: ['webhook'],
    sealed: ['signingKeys.sealed', 'headers.sealed'],
    found: {
      kind: 'webhook',
      fields: { accountId: 1, url: 1 },
      describe: ({ accountId, url }) => ({ accountId, name: new URL(url).host }),
    },
    invariants: (_docs, parts) => webhookWalk(parts),
  }),
  events: defineCollection<EventDoc, Parts, EraseDeps>({
    name: 'events',
    indexes: [
      { key: { accountId: 1, _id: 1 }, name: 'account' },
      { key: { accountId: 1, eventName: 1, _id: 1 }, name: 'account-and-name' },
      ...linkIndexes('accountId', ['listingId', 'propertyId']),
      // A target can have most events of an account, so their names must not be looked up one by one.
      {
        key: { accountId: 1, targetId: 1, eventName: 1, _id: 1 },
        name: 'target-and-name',
        ...having('targetId'),
      },
      { key: { personKeys: 1, _id: 1 }, name: 'person', ...having('personKeys') },
      { key: { aboutRequestId: 1 }, name: 'request', ...having('aboutRequestId') },
      { key: { aboutMailId: 1 }, name: 'mail', ...having('aboutMailId') },
    ],
    shardKey: { accountId: 1 },
    ttl: true,
    expiryOf: ({ _id }) => expiryOf(timeOfId(_id)),
    account: { kind: 'events', mustExist: true },
    person: { keys: ['personKeys'], texts: textsIn, erase: eraseNamingEvents },
    exportedAs: ['event'],
    found: {
      kind: 'event',
      fields: { accountId: 1, eventName: 1 },
      describe: ({ accountId, eventName }) => ({ accountId, name: eventName }),
    },
    invariants: (_docs, parts) => eventWalk(parts),
  }),
  resends: defineCollection<ResendDoc, Parts>({
    name: 'resends',
    indexes: [
      { key: { accountId: 1 }, name: 'account' },
      { key: { createdAt: 1 }, name: 'running', ...only({ status: 'running' }) },
    ],
    ttl: true,
    expiryOf: createdExpiry,
    account: { kind: 'others' },
    person: { none: 'It says which deliveries are sent again.' },
    exportedAs: { none: 'Its deliveries are exported.' },
    references: ({ webhooks }) => resendReferences(webhooks),
    invariants: resendInvariants,
  }),
  notices: defineCollection<NoticeDoc>({
    name: 'notices',
    indexes: [
      dueIndex('nextAttemptAt'),
      { key: { accountId: 1 }, name: 'account' },
      { key: { toKey: 1, createdAt: 1 }, name: 'recipient', ...having('toKey') },
    ],
    ttl: true,
    expiryOf: createdExpiry,
    account: { kind: 'others' },
    person: { none: 'Somebody who is invited to an account is no prospect; the address expires.' },
    exportedAs: { none: 'An email to the account repeats what the account exports.' },
    invariants: noticeInvariants,
  }),
  // Read and written by the version before only. It stays for a roll-back, and because a closing counts the kinds of this list.
  propertyTypes: defineCollection({
    name: 'property-types',
    indexes: [{ key: { accountId: 1 }, name: 'account' }],
    ttl: true,
    account: { kind: 'others' },
    person: { none: 'It contains types of properties.' },
    exportedAs: ['property'],
  }),
  accountEmails: defineCollection<AccountEmailDoc>({
    name: 'account-emails',
    indexes: [],
    account: { kind: 'others', of: (accountId) => [{ _id: accountId }] },
    person: { none: 'It contains the address of the account.' },
    exportedAs: ['account'],
  }),
  publishedMessages: publishedMessagesCollection({ none: 'The events about webhooks contain no prospects.' }),
  deliveries: defineCollection<DeliveryDoc, Parts>({
    name: 'deliveries',
    indexes: [
      { key: { webhookId: 1, eventId: 1 }, name: 'webhook-and-event', unique: true },
      { key: { eventId: 1 }, name: 'event' },
      // An account is erased by it: the event of a delivery may be erased already.
      { key: { accountId: 1 }, name: 'account' },
      { key: { webhookId: 1, nextAttemptAt: 1 }, name: 'due-of-webhook', ...only({ status: 'pending' }) },
      { key: { nextAttemptAt: 1 }, name: 'exhausted', ...only({ status: 'pending', attemptsLeft: 0 }) },
      // The events that were sent to a webhook; tests have no number.
      {
        key: { webhookId: 1, eventName: 1, eventId: 1 },
        name: 'events-of-webhook',
        ...only({ sequence: { $gt: 0 } }),
      },
      ...linkIndexes('webhookId', ['listingId', 'propertyId']),
      { key: { webhookId: 1, _id: 1 }, name: 'webhook' },
      // Most deliveries succeed and need no index by status.
      { key: { webhookId: 1, _id: 1 }, name: 'held', ...only({ status: 'held' }) },
      { key: { webhookId: 1, _id: 1 }, name: 'failed', ...only({ status: 'failed' }) },
      { key: { webhookId: 1, _id: 1 }, name: 'discarded', ...only({ status: 'discarded' }) },
      {
        key: { webhookId: 1, sequence: 1 },
        name: 'webhook-and-sequence',
        unique: true,
        ...only({ sequence: { $gt: 0 } }),
      },
    ],
    shardKey: { webhookId: 1 },
    ttl: true,
    expiryOf: createdExpiry,
    // The last one, because the kind of a portion that an earlier version has begun is its place in this list.
    account: { kind: 'deliveries' },
    person: { none: 'A delivery is emptied together with its event.' },
    exportedAs: ['delivery'],
    found: {
      kind: 'delivery',
      fields: { accountId: 1, webhookId: 1, eventName: 1 },
      describe: ({ accountId, webhookId, eventName }) => ({
        ...{ accountId, parentId: webhookId },
        name: eventName,
      }),
    },
    waiting: {
      work: 'deliveries',
      dueAt: 'nextAttemptAt',
      among: { webhookId: { $gt: '' }, status: 'pending' },
    },
    invariants: (_docs, parts) => [attemptedInTime(parts), ...deliveryWalk(parts)],
  }),
  attemptDays: attemptDaysCollection,
  erased: erasedCollection,
  ...usageCollections,
  ...backboneCollections,
};

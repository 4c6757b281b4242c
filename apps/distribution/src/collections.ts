import {
  attemptDaysCollection,
  backboneCollections,
  defineCollection,
  publishedMessagesCollection,
  statisticsCollection,
  timelineCollection,
  usageCollections,
} from '@estate/persistence';
import type { AttemptDays } from '@estate/persistence';
import { listingInvariants, noneUnknown, targetInvariants } from './audit/invariants.ts';
import type { Audited } from './audit/invariants.ts';
import {
  authorizationReferences,
  fetchReferences,
  fragmentReferences,
  portionReferences,
  reportFileReferences,
  reportReferences,
  unknownObjectReferences,
} from './audit/references.ts';
import { lowerCaseAscii } from '@estate/contracts';
import type { ListingEntry } from './domain/timeline.ts';
import type { AuthorizationDoc } from './stores/authorization-store.ts';
import type { ConsumerDoc } from './stores/consumer-credential-store.ts';
import type { ListingDoc } from './stores/listings/listing-document.ts';
import { fetchExpiry } from './stores/fetch-store.ts';
import type { FetchDoc } from './stores/fetch-store.ts';
import type { PortionDoc } from './stores/feed-portions.ts';
import type { FragmentDoc } from './stores/feed-fragment.ts';
import type { PublishingSettingsDoc } from './stores/publishing-settings-store.ts';
import { LOGIN_INDEX } from './stores/targets/target-document.ts';
import type { TargetDoc } from './stores/targets/target-document.ts';
import { reportFileExpiry } from './stores/report-file-store.ts';
import type { ReportFileDoc } from './stores/report-file-store.ts';
import { reportExpiry } from './stores/report-store.ts';
import type { ReportDoc } from './stores/report-store.ts';
import type { UnknownObjectDoc } from './stores/unknown-object-store.ts';

interface Parts extends Audited {
  attemptDays: Pick<AttemptDays, 'removeOf'>;
}

/** How long a redirect flow that is over can still be recognized. */
const FLOW_KEPT_SECONDS = 24 * 60 * 60;

const NO_PROSPECTS = { none: 'Nothing about a prospect is published.' };
const onlyDue = { partialFilterExpression: { dueAt: { $exists: true } } };

/** Every collection of the distribution. An account is erased in this order. */
export const collections = {
  listings: defineCollection<ListingDoc, Parts>({
    name: 'listings',
    indexes: [
      {
        // A property and a target have one account: it guards the same without it, but a sharded collection needs its key in front.
        key: { accountId: 1, propertyId: 1, targetId: 1 },
        name: 'one-of-account-per-property-and-target',
        unique: true,
        partialFilterExpression: { counts: true },
      },
      { key: { accountId: 1, state: 1, _id: 1 }, name: 'account' },
      { key: { propertyId: 1, state: 1, targetId: 1 }, name: 'property' },
      { key: { targetId: 1, dueAt: 1, accountId: 1 }, name: 'due-of-target', ...onlyDue },
      { key: { dueAt: 1 }, name: 'due', ...onlyDue },
      { key: { plannedAt: 1 }, name: 'planned', sparse: true },
      { key: { targetId: 1, state: 1, _id: 1 }, name: 'state-of-target' },
      { key: { accountId: 1, standing: 1, _id: 1 }, name: 'page-of-standing' },
      { key: { accountId: 1, targetId: 1, standing: 1, _id: 1 }, name: 'page-of-target' },
      { key: { accountId: 1, targetId: 1, standing: 1, propertyId: 1 }, name: 'properties-of-target' },
      { key: { accountId: 1, terms: 1, standing: 1, _id: 1 }, name: 'search' },
      {
        key: { accountId: 1, 'platformAnswer.state': 1, _id: 1 },
        name: 'answered',
        partialFilterExpression: { 'platformAnswer.state': { $exists: true } },
      },
      {
        key: { accountId: 1, 'summary.externalId': 1 },
        name: 'external-id',
        partialFilterExpression: { state: 'live' },
      },
      {
        key: { targetId: 1, 'remote.objectId': 1 },
        name: 'object',
        partialFilterExpression: { 'remote.objectId': { $exists: true } },
      },
      { key: { pendingSince: 1 }, name: 'pending', sparse: true },
      { key: { 'stillOnline.againAt': 1 }, name: 'still-online', sparse: true },
    ],
    shardKey: { accountId: 1 },
    outbox: true,
    account: { kind: 'listings', mustExist: true },
    person: NO_PROSPECTS,
    exportedAs: ['listing'],
    found: {
      kind: 'listing',
      fields: { accountId: 1 },
      describe: ({ accountId }) => ({ accountId }),
    },
    waiting: { work: 'publications', dueAt: 'dueAt' },
    invariants: (_docs, parts) => listingInvariants(parts),
  }),
  authorizations: defineCollection<AuthorizationDoc, Parts>({
    name: 'authorizations',
    indexes: [
      { key: { accountId: 1 }, name: 'account' },
      { key: { expiresAt: 1 }, name: 'retention', expireAfterSeconds: FLOW_KEPT_SECONDS },
    ],
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: { none: 'A redirect flow is a secret, and over within a day.' },
    sealed: ['sealedRequestSecret', 'access.sealedToken', 'access.sealedSecret'],
    references: ({ targets }) => authorizationReferences(targets),
  }),
  consumers: defineCollection<ConsumerDoc>({
    name: 'consumer-credentials',
    indexes: [{ key: { accountId: 1 }, name: 'account' }],
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: ['account'],
    sealed: ['sealedSecret'],
  }),
  publishingSettings: defineCollection<PublishingSettingsDoc>({
    name: 'publishing-settings',
    indexes: [
      { key: { accountId: 1 }, name: 'account' },
      { key: { 'republish.token': 1 }, name: 'republish', sparse: true },
    ],
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: ['account'],
  }),
  unknown: defineCollection<UnknownObjectDoc, Parts>({
    name: 'unknown-objects',
    indexes: [{ name: 'account', key: { accountId: 1, _id: 1 } }],
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: { none: 'Only operators see what a platform shows without a listing.' },
    references: ({ targets }) => unknownObjectReferences(targets),
    invariants: (_docs, { unknownObjects }) => [noneUnknown(unknownObjects)],
  }),
  reports: defineCollection<ReportDoc, Parts>({
    name: 'reports',
    indexes: [
      { key: { accountId: 1, _id: 1 }, name: 'page' },
      { key: { accountId: 1, targetId: 1, _id: 1 }, name: 'target' },
      { key: { accountId: 1, listingIds: 1, _id: 1 }, name: 'listing' },
      { key: { accountId: 1, state: 1, _id: 1 }, name: 'state' },
      { key: { accountId: 1, names: 1, _id: 1 }, name: 'names' },
    ],
    ttl: true,
    expiryOf: reportExpiry,
    account: { kind: 'others' },
    person: { none: 'Platforms report about objects; the email itself is kept by the inbox.' },
    exportedAs: { none: 'The lines of listings contain what platforms said last.' },
    references: ({ targets }) => reportReferences(targets),
  }),
  targets: defineCollection<TargetDoc, Parts>({
    name: 'targets',
    indexes: [
      { key: { accountId: 1, _id: 1 }, name: 'account' },
      { key: { emailId: 1 }, name: 'email', unique: true },
      { key: { reportEmailId: 1 }, name: 'report-email', unique: true, sparse: true },
      {
        key: { accountId: 1, login: 1 },
        name: LOGIN_INDEX,
        unique: true,
        partialFilterExpression: { ownsLogin: true },
      },
      { key: { login: 1, accountId: 1 }, name: 'login', sparse: true },
      { key: { 'deleting.at': 1 }, name: 'deleting', sparse: true },
      { key: { deletedAt: 1 }, name: 'deleted', sparse: true },
      { key: { 'feed.tokenHash': 1 }, name: 'feed', unique: true, sparse: true },
      { key: { 'republish.token': 1 }, name: 'republish', sparse: true },
      { key: { 'emptying.token': 1 }, name: 'emptying', sparse: true },
      { key: { 'fullTransfer.token': 1 }, name: 'full-transfer', sparse: true },
      { key: { 'fullTransfer.until': 1 }, name: 'full-transfer-until', sparse: true },
      { key: { nightAt: 1 }, name: 'night', sparse: true },
      { key: { 'reportFolder.dueAt': 1 }, name: 'report-folder', sparse: true },
      { key: { 'reporting.missedAt': 1 }, name: 'reports-missed', sparse: true },
      { key: { type: 1, 'lookUp.dueAt': 1 }, name: 'look-up' },
      { key: { 'setAside.at': 1 }, name: 'set-aside', sparse: true },
      {
        key: { pausedAt: 1, _id: 1 },
        name: 'paused',
        partialFilterExpression: { pausedAt: { $exists: true } },
      },
      {
        key: { 'customerPause.at': 1, _id: 1 },
        name: 'paused-by-customer',
        partialFilterExpression: { 'customerPause.at': { $exists: true } },
      },
      { key: { 'closing.isHeld': 1 }, name: 'held-for-closing', sparse: true },
      { key: { retryAt: 1 }, name: 'held' },
    ],
    outbox: true,
    account: {
      kind: 'targets',
      mustExist: true,
      after: async ({ ids }, _account, { attemptDays }) => {
        await attemptDays.removeOf(ids);
        return {};
      },
    },
    person: NO_PROSPECTS,
    exportedAs: ['target'],
    sealed: [
      ...['sealedPassword', 'authorization.grant.sealedToken', 'authorization.grant.sealedSecret'],
      ...['feed.sealedToken', 'feed.sealedPhotoKey'],
    ],
    found: {
      kind: 'target',
      by: (address) => {
        const local = lowerCaseAscii(address.split('@')[0] ?? '');
        return [{ emailId: local }, { reportEmailId: local }];
      },
      fields: { accountId: 1, name: 1, type: 1 },
      describe: ({ accountId, name, type }) => ({ accountId, name: name ?? type }),
    },
    invariants: (_docs, parts) => targetInvariants(parts),
  }),
  timeline: timelineCollection<ListingEntry>(),
  publishedMessages: publishedMessagesCollection(NO_PROSPECTS),
  attemptDays: attemptDaysCollection,
  ...usageCollections,
  ...backboneCollections,
  feedFragments: defineCollection<FragmentDoc, Parts>({
    name: 'feed-fragments',
    indexes: [
      { key: { accountId: 1 }, name: 'account' },
      { key: { targetId: 1, _id: 1 }, name: 'target' },
      { key: { fetchedAt: 1 }, name: 'fetched', sparse: true },
      { key: { targetId: 1, isNew: 1 }, name: 'new', partialFilterExpression: { isNew: true } },
    ],
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: { none: 'It is made of the properties and listings, which are exported.' },
    references: ({ listings }) => fragmentReferences(listings),
  }),
  feedFetches: defineCollection<FetchDoc, Parts>({
    name: 'feed-fetches',
    indexes: [
      { key: { accountId: 1, _id: 1 }, name: 'account' },
      { key: { accountId: 1, targetId: 1, _id: 1 }, name: 'target' },
    ],
    ttl: true,
    expiryOf: fetchExpiry,
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: { none: 'Fetches are kept for a month, as the request log is.' },
    references: ({ targets }) => fetchReferences(targets),
  }),
  statistics: statisticsCollection,
  reportFiles: defineCollection<ReportFileDoc, Parts>({
    name: 'report-files',
    indexes: [{ key: { accountId: 1, _id: 1 }, name: 'account' }],
    ttl: true,
    expiryOf: reportFileExpiry,
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: { none: 'The reports that were made of the files are shown.' },
    references: ({ targets }) => reportFileReferences(targets),
  }),
  feedPortions: defineCollection<PortionDoc, Parts>({
    name: 'feed-portions',
    indexes: [
      { key: { accountId: 1 }, name: 'account' },
      { key: { targetId: 1, upTo: 1, after: 1 }, name: 'target' },
    ],
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: { none: 'It is made of the properties and listings, which are exported.' },
    references: ({ targets }) => portionReferences(targets),
  }),
};

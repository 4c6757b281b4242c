import { AUDIT_LOG_KEPT_DAYS, LINK_SECONDS_MOST, REQUEST_LOG_KEPT_DAYS } from '@estate/contracts';
import { backboneCollections, defineCollection, dueIndex, timeOfId, withoutData } from '@estate/persistence';
import type { IndexSpec } from '@estate/persistence';
import { jobCollections } from './job-collections.ts';
import { auditLogWalk, auditLogEndsWalk } from './audit/audit-log-walk.ts';
import {
  closingInvariants,
  erasureInvariants,
  keysHaveAnAccount,
  reservedKeys,
  signInsHaveAnAccount,
  usersHaveAnAccount,
} from './audit/invariants.ts';
import type { Audited } from './audit/invariants.ts';
import type { AccountDoc } from './stores/account-store.ts';
import { PLACE_INDEX } from './stores/api-key-store.ts';
import type { ApiKeyDoc } from './stores/api-key-store.ts';
import { CHAIN_INDEX, FILTERS } from './stores/audit-log-store.ts';
import type { AuditEntryDoc, ChainHeadDoc } from './stores/audit-log-store.ts';
import { IN_PROGRESS } from './stores/closing-store.ts';
import type { ClosingDoc } from './stores/closing-store.ts';
import type { DashboardLinkDoc } from './stores/dashboard-link-store.ts';
import type { EndedSessionDoc } from './stores/ended-session-store.ts';
import { ONE_RUNNING_INDEX } from './stores/erasure-store.ts';
import type { ErasureDoc } from './stores/erasure-store.ts';
import type { HashKeyDoc } from './stores/hash-key-store.ts';
import type { IdempotentCallDoc } from './stores/idempotency-store.ts';
import type { OperatorKeyDoc } from './stores/operator-key-store.ts';
import type { WindowDoc } from './stores/rate-limit-store.ts';
import type { CallsDoc, GapDoc } from './stores/request-log-store.ts';
import type { SignInDoc } from './stores/sign-in-store.ts';
import type { UsedSignInDoc } from './stores/used-sign-in-store.ts';
import { EMAIL_INDEX } from './stores/user-store.ts';
import type { UserDoc } from './stores/user-store.ts';

/** The audit log entries of an erased account that are kept: who closed it. */
const KEPT_ACTIONS = ['account.closed', 'account.closing_cancelled', 'account.exported'] as const;
const DAY_MS = 86_400_000;

const NO_PROSPECTS = { none: 'Users of accounts and operators are no prospects.' };
const IN_CALLS = {
  none: 'Only POST /mails/{id}/reparse and /done contain prospects, and a response is kept for 24 hours.',
};
const BY_ACCOUNT: IndexSpec = { key: { accountId: 1, _id: 1 }, name: 'account' };
const underItsId = (accountId: string) => [{ _id: accountId }] as const;
const keptFor =
  (days: number) =>
  ({ at }: { at: Date }): Date =>
    new Date(at.getTime() + days * DAY_MS);

/** Every collection of the gateway, in the order in which an account is erased: the account itself last. */
export const collections = {
  users: defineCollection<UserDoc, Audited>({
    name: 'users',
    indexes: [
      { key: { accountId: 1, emailKey: 1 }, name: EMAIL_INDEX, unique: true },
      {
        key: { accountId: 1, 'identity.issuer': 1, 'identity.subject': 1 },
        name: 'identity',
        unique: true,
        partialFilterExpression: { 'identity.subject': { $exists: true } },
      },
      BY_ACCOUNT,
    ],
    account: { kind: 'users' },
    person: NO_PROSPECTS,
    exportedAs: ['user'],
    invariants: usersHaveAnAccount,
  }),
  erasures: defineCollection<ErasureDoc, Audited>({
    name: 'erasures',
    indexes: [
      dueIndex('dueAt'),
      BY_ACCOUNT,
      {
        key: { accountId: 1, emailHash: 1 },
        name: ONE_RUNNING_INDEX,
        unique: true,
        partialFilterExpression: { state: 'running' },
      },
    ],
    ttl: true,
    endingLater: true,
    account: { kind: 'others' },
    person: {
      none: 'A receipt has a hash of the address; the address itself is forgotten after a restore can need it.',
    },
    exportedAs: { none: 'GET /erasures lists the receipts.' },
    sealed: ['email.sealed'],
    invariants: erasureInvariants,
  }),
  calls: defineCollection<CallsDoc>({
    name: 'request-log',
    // A bucket has a key for each value in it, so there is no index for methods and for successful calls.
    indexes: [
      BY_ACCOUNT,
      ...['actor.id', 'requestId', 'resourceIds'].map((field) => ({
        key: { accountId: 1, [field]: 1, _id: 1 },
        name: field,
      })),
      {
        key: { accountId: 1, errorClass: 1, _id: 1 },
        name: 'errors',
        partialFilterExpression: { errorClass: { $exists: true } },
      },
      {
        // Open pages of the dashboard may call more often than the programs of the customer.
        key: { accountId: 1, 'actor.kind': 1, _id: 1 },
        name: 'programs',
        partialFilterExpression: { 'actor.kind': 'api_key' },
      },
    ],
    shardKey: { accountId: 1 },
    ttl: true,
    expiryOf: ({ _id }) => keptFor(REQUEST_LOG_KEPT_DAYS)({ at: timeOfId(_id) }),
    account: {
      kind: 'calls',
      // The document counts once itself.
      note: (docs) => [
        String(docs.flatMap((doc) => ('calls' in doc ? [doc.calls].flat().slice(1) : [])).length),
      ],
      after: ({ noted: [further = '0'] }) => Promise.resolve({ calls: Number(further) }),
    },
    person: NO_PROSPECTS,
    exportedAs: ['call'],
  }),
  gaps: defineCollection<GapDoc>({
    name: 'request-log-gaps',
    indexes: [BY_ACCOUNT],
    ttl: true,
    expiryOf: keptFor(REQUEST_LOG_KEPT_DAYS),
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: ['call'],
  }),
  apiKeys: defineCollection<ApiKeyDoc, Audited>({
    name: 'api-keys',
    indexes: [
      { key: { hash: 1 }, name: 'hash', unique: true },
      BY_ACCOUNT,
      {
        key: { accountId: 1, place: 1 },
        name: PLACE_INDEX,
        unique: true,
        partialFilterExpression: { place: { $exists: true } },
      },
    ],
    account: { kind: 'apiKeys' },
    person: NO_PROSPECTS,
    exportedAs: ['apiKey'],
    found: {
      kind: 'api_key',
      fields: { accountId: 1, name: 1 },
      describe: ({ accountId, name }) => ({ accountId, name }),
    },
    invariants: keysHaveAnAccount,
  }),
  auditLog: defineCollection<AuditEntryDoc, Audited>({
    name: 'audit-log',
    indexes: [
      BY_ACCOUNT,
      ...Object.entries(FILTERS).flatMap(([name, field]): IndexSpec[] => [
        { key: { [field]: 1, _id: 1 }, name },
        { key: { accountId: 1, [field]: 1, _id: 1 }, name: `account-and-${name}` },
      ]),
      {
        key: { accountId: 1, 'chain.number': 1 },
        name: CHAIN_INDEX,
        unique: true,
        partialFilterExpression: { 'chain.number': { $gt: 0 } },
      },
    ],
    shardKey: { accountId: 1 },
    ttl: true,
    expiryOf: keptFor(AUDIT_LOG_KEPT_DAYS),
    account: {
      kind: 'auditEntries',
      of: (accountId) => [{ accountId, action: { $nin: KEPT_ACTIONS } }],
    },
    person: NO_PROSPECTS,
    exportedAs: ['auditEntry'],
    invariants: auditLogWalk,
  }),
  idempotentCalls: defineCollection<IdempotentCallDoc>({
    name: 'idempotency-keys',
    indexes: [],
    ttl: true,
    // The ids begin with the account; `;` follows `:`.
    account: {
      kind: 'others',
      of: (accountId) => [{ _id: { $gte: `${accountId}:`, $lt: `${accountId};` } }],
    },
    person: IN_CALLS,
    exportedAs: { none: 'A response that is kept for a retry shows what the export contains.' },
    sealed: ['outcome.sealed'],
    invariants: reservedKeys,
  }),
  signIns: defineCollection<SignInDoc, Audited>({
    name: 'sign-in-settings',
    indexes: [],
    account: { kind: 'others', of: underItsId },
    person: { none: 'It contains the settings of an identity provider.' },
    exportedAs: { none: 'GET /account/sign-in shows the settings.' },
    sealed: ['sealedSecret'],
    invariants: signInsHaveAnAccount,
  }),
  auditLogChains: defineCollection<ChainHeadDoc, Audited>({
    name: 'audit-log-chains',
    indexes: [],
    account: { kind: 'others', of: underItsId },
    person: { none: 'It contains a number and a hash.' },
    exportedAs: { none: 'It contains the hash of the newest entry of the audit log.' },
    invariants: auditLogEndsWalk,
  }),
  accounts: defineCollection<AccountDoc>({
    name: 'accounts',
    indexes: [],
    account: { kind: 'others', of: underItsId },
    person: { none: 'It contains the name of an account.' },
    exportedAs: ['account'],
    found: {
      kind: 'account',
      fields: { name: 1 },
      describe: ({ _id, name }) => ({ accountId: _id, name }),
    },
  }),
  closings: defineCollection<ClosingDoc, Audited>({
    name: 'closings',
    indexes: [
      dueIndex('dueAt'),
      { key: { accountId: 1 }, name: 'one-at-a-time', unique: true, partialFilterExpression: IN_PROGRESS },
      BY_ACCOUNT,
      { key: { state: 1, _id: 1 }, name: 'state' },
    ],
    ttl: true,
    endingLater: true,
    account: { none: 'The receipt is kept as long as claims can be made.' },
    person: { none: 'It contains times, counts and listings.' },
    exportedAs: { none: 'GET /account/closing shows the receipt.' },
    invariants: closingInvariants,
  }),
  endedSessions: defineCollection<EndedSessionDoc>({
    name: 'ended-sessions',
    indexes: [],
    ttl: true,
    ...withoutData('It contains ids of sessions until they would have ended.'),
  }),
  usedSignIns: defineCollection<UsedSignInDoc>({
    name: 'used-sign-ins',
    indexes: [],
    ttl: true,
    ...withoutData('It contains ids of sign-ins until they would have expired.'),
  }),
  hashKeys: defineCollection<HashKeyDoc>({
    name: 'hash-keys',
    indexes: [],
    ...withoutData('It contains the key under which addresses are hashed.'),
    sealed: ['sealed'],
  }),
  operatorKeys: defineCollection<OperatorKeyDoc>({
    name: 'operator-keys',
    indexes: [{ key: { hash: 1 }, name: 'hash', unique: true }],
    ...withoutData('The keys of operators belong to no account.'),
    found: { kind: 'operator_key', fields: { name: 1 }, describe: ({ name }) => ({ name }) },
  }),
  rateLimits: defineCollection<WindowDoc>({
    name: 'rate-limits',
    // A count may be lost in a crash, so requests do not wait for the journal.
    options: { writeConcern: { w: 1, journal: false } },
    indexes: [
      { key: { key: 1 }, name: 'key', unique: true },
      { key: { expire: 1 }, name: 'expire', expireAfterSeconds: 0 },
    ],
    ...withoutData('It counts calls, for seconds.'),
  }),
  ...backboneCollections,
  dashboardLinks: defineCollection<DashboardLinkDoc>({
    name: 'dashboard-links',
    indexes: [
      BY_ACCOUNT,
      {
        key: { sessionHash: 1 },
        name: 'session',
        unique: true,
        partialFilterExpression: { sessionHash: { $exists: true } },
      },
    ],
    ttl: true,
    // No link lasts longer.
    expiryOf: ({ createdAt }) => new Date(createdAt.getTime() + LINK_SECONDS_MOST * 1000),
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: { none: 'GET /account/dashboard-links lists them, and a link ends within twelve hours.' },
  }),
  ...jobCollections,
};

import {
  before,
  beyondLeases,
  beyondPlan,
  dueWithinSchedule,
  erasingLeftovers,
  matching,
  ofDocument,
  unchanged,
  walking,
} from '@estate/persistence';
import type { AccountEraser, Collection, Invariant } from '@estate/persistence';
import { ADDRESS_KEPT_DAYS_MAX } from '../config.ts';
import type { AccountStore } from '../stores/account-store.ts';
import type { ApiKeyDoc } from '../stores/api-key-store.ts';
import type { ClosingDoc, ClosingStore } from '../stores/closing-store.ts';
import { REMEMBER_MS } from '../stores/idempotency-store.ts';
import type { ErasureDoc } from '../stores/erasure-store.ts';
import type { IdempotentCallDoc } from '../stores/idempotency-store.ts';
import type { JobDoc } from '../stores/job-store.ts';
import type { SignInDoc } from '../stores/sign-in-store.ts';
import type { UserDoc } from '../stores/user-store.ts';
import type { AuditChains } from './audit-chains.ts';

const HALF_MADE_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
const WORKED_ON_WITHIN_MS = 60 * 60_000;
const LEFTOVERS =
  'Erase the remaining data of closed accounts (rek repair; after a restore, rek erasures reapply). If documents remain, their accounts were never closed. If the database was restored from an older backup, restore a newer one. Otherwise, delete the documents manually, because they contain personal data.';

/** The parts that the rules of the collections need. */
export interface Audited {
  accounts: Pick<AccountStore, 'unknown'>;
  chains: AuditChains;
  closings: Pick<ClosingStore, 'finishedOf'>;
  accountEraser: Pick<AccountEraser, 'erase'>;
  plans: Plans;
}

/** The maximum time that the steps of the gateway's queues are planned ahead. */
export interface Plans {
  erasuresMs: number;
  jobsMs: number;
  closingsMs: number;
}

export const keysHaveAnAccount = (keys: Collection<ApiKeyDoc>, audited: Audited): Invariant[] =>
  haveAnAccount(keys, audited, {
    fields: ['accountId', 'createdAt'],
    meaning: 'Anyone who has the keys can call the API without an account.',
    advice: `The account of the keys does not exist. Revoke them (rek keys revoke <account> <key>). ${LEFTOVERS}`,
    ownerOf: ({ accountId }) => accountId,
    madeAt: ({ createdAt }) => createdAt,
  });

export const usersHaveAnAccount = (users: Collection<UserDoc>, audited: Audited): Invariant[] =>
  haveAnAccount(users, audited, {
    fields: ['accountId', 'invitedAt'],
    meaning: 'The names and addresses of persons are kept although their account no longer exists.',
    advice: `The users belong to no account. ${LEFTOVERS}`,
    ownerOf: ({ accountId }) => accountId,
    madeAt: ({ invitedAt }) => invitedAt,
  });

/** Settings exist only for existing accounts, whose ids they have. */
export const signInsHaveAnAccount = (settings: Collection<SignInDoc>, audited: Audited): Invariant[] =>
  haveAnAccount(settings, audited, {
    fields: ['updatedAt'],
    meaning: 'The settings of an identity provider are kept although their account no longer exists.',
    advice: `The settings belong to no account. ${LEFTOVERS}`,
    ownerOf: ({ _id }) => _id,
    madeAt: ({ updatedAt }) => updatedAt,
  });

/** Stored calls are consistent: a lease that ends later than any counts as over, and a call is kept no longer than others. */
export const reservedKeys = (calls: Collection<IdempotentCallDoc>): Invariant[] =>
  walking<IdempotentCallDoc>({
    collection: calls,
    fields: ['run', 'expiresAt'],
    rules: [
      ofDocument<IdempotentCallDoc>(calls, {
        name: 'idempotency-keys-are-free-in-time',
        meaning:
          'Calls with these idempotency keys were refused, or will be answered from the store, until a time in the far future.',
        advice:
          'No call is reserved or kept that long. A clock was wrong, or the documents were changed manually. Free the keys (rek repair).',
        isBroken: ({ run, expiresAt }, now) =>
          (run !== undefined && run.until > beyondLeases(now)) || expiresAt > beyondPlan(now, REMEMBER_MS),
        seen: (doc) => unchanged(doc, ['run', 'expiresAt']),
        correction: ({ run, expiresAt }, now) => ({
          $set: { expiresAt: new Date(Math.min(expiresAt.getTime(), now.getTime() + REMEMBER_MS)) },
          ...(run && run.until > beyondLeases(now) && { $unset: { run: '' } }),
        }),
      }),
    ],
  });

/** The invariants of the queue of erasures of persons. */
export const erasureInvariants = (erasures: Collection<ErasureDoc>, { plans }: Audited): Invariant[] => [
  {
    name: 'erasures-worked-on-in-time',
    meaning: 'Personal data is kept although its erasure was confirmed.',
    advice:
      'Erasures of persons do not finish. Check whether the inbox and the notifier run, and check the log of the gateway (erasures).',
    broken: matching(erasures, (now) => ({ dueAt: { $lt: before(now, WORKED_ON_WITHIN_MS) } })),
  },
  dueWithinSchedule(
    erasures,
    { dueAt: 'dueAt', longestMs: plans.erasuresMs, work: { state: 'running' } },
    {
      name: 'erasures-due-within-schedule',
      meaning: 'Personal data is kept although its erasure was confirmed.',
    },
  ),
  forgetsAddresses(erasures),
];

/** The invariants of the queue of closings of accounts. */
export const closingInvariants = (closings: Collection<ClosingDoc>, { plans }: Audited): Invariant[] => [
  {
    name: 'closings-worked-on-in-time',
    meaning: 'Accounts are not closed although their closing was confirmed.',
    advice:
      'Closings of accounts do not progress. Check whether all services run, and check the log of the gateway (closing.step).',
    broken: matching(closings, (now) => ({ dueAt: { $lt: before(now, WORKED_ON_WITHIN_MS) } })),
  },
  dueWithinSchedule(
    closings,
    { dueAt: 'dueAt', longestMs: plans.closingsMs },
    {
      name: 'closings-due-within-schedule',
      meaning: 'Accounts are not closed although their closing was confirmed.',
    },
  ),
];

/** The invariants of the queue of jobs. */
export const jobInvariants = (jobs: Collection<JobDoc>, { plans }: Audited): Invariant[] => [
  {
    name: 'jobs-worked-on-in-time',
    meaning: 'Customers wait for the results of their jobs.',
    advice:
      'Jobs do not progress. Check whether the catalog and distribution run, and check the log of the gateway (job.step).',
    broken: matching(jobs, (now) => ({ dueAt: { $lt: before(now, WORKED_ON_WITHIN_MS) } })),
  },
  dueWithinSchedule(
    jobs,
    { dueAt: 'dueAt', longestMs: plans.jobsMs },
    { name: 'jobs-due-within-schedule', meaning: 'Customers wait for the results of their jobs.' },
  ),
];

/** A finished erasure is due only for deleting the address; a restore may need it until then, so no repair brings that forward. */
const forgetsAddresses = (erasures: Collection<ErasureDoc>): Invariant => ({
  name: 'erased-addresses-are-forgotten',
  meaning: 'The address of an erased person is kept, encrypted, for longer than documented.',
  advice:
    'These finished erasures are due later than ERASED_ADDRESS_KEPT_DAYS allows. A clock was wrong, or the documents were changed manually. Once no backup from before the erasure is left, set dueAt of the documents in the collection erasures to the present time.',
  broken: matching(erasures, (now) => ({
    state: 'finished' as const,
    dueAt: { $gt: beyondPlan(now, ADDRESS_KEPT_DAYS_MAX * DAY_MS) },
  })),
});

interface OwnedKind<T> extends Pick<Invariant, 'meaning' | 'advice'> {
  fields: (keyof T & string)[];
  ownerOf: (doc: Pick<T, keyof T>) => string;
  madeAt: (doc: Pick<T, keyof T>) => Date;
}

/** Every document of a collection belongs to an account, unless it was created just now. */
function haveAnAccount<T extends { _id: string }>(
  collection: Collection<T>,
  { accounts, closings, accountEraser: eraser }: Audited,
  { fields, ownerOf, madeAt, ...words }: OwnedKind<T>,
): Invariant[] {
  return walking<T>({
    collection,
    fields,
    rules: [
      {
        ...words,
        name: `${collection.collectionName}-have-an-account`,
        broken: async (docs, { now }) => {
          const older = docs.filter((doc) => madeAt(doc) < before(now, HALF_MADE_MS));
          const unknown = new Set(await accounts.unknown([...new Set(older.map(ownerOf))]));
          return older.filter((doc) => unknown.has(ownerOf(doc))).map(({ _id }) => _id);
        },
        ...erasingLeftovers<T>({
          ...{ collection, ownerOf, eraser },
          closedOf: async (ids) => closings.finishedOf(await accounts.unknown(ids)),
        }),
      },
    ],
  });
}

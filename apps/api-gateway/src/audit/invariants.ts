import { AUDIT_LOG_KEPT_DAYS, REQUEST_LOG_KEPT_DAYS } from '@estate/contracts';
import {
  before,
  beyondLeases,
  beyondPlan,
  danglingIds,
  dueWithinSchedule,
  erasingLeftovers,
  haveAnExpiry,
  matching,
  ofDocument,
  unchanged,
  walking,
} from '@estate/persistence';
import type { AccountEraser, Collection, Db, Invariant } from '@estate/persistence';
import { ADDRESS_KEPT_DAYS_MAX } from '../config.ts';
import { auditLogWalk } from './audit-log-walk.ts';
import type { AccountStore } from '../stores/account-store.ts';
import type { ClosingDoc, ClosingStore } from '../stores/closing-store.ts';
import { REMEMBER_MS } from '../idempotency/once.ts';
import type { ErasureDoc } from '../stores/erasure-store.ts';
import type { IdempotentCallDoc } from '../stores/idempotency-store.ts';

const HALF_MADE_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** From the time of a document on. */
const KEPT_DAYS = {
  'audit-log': AUDIT_LOG_KEPT_DAYS,
  'request-log': REQUEST_LOG_KEPT_DAYS,
  'request-log-gaps': REQUEST_LOG_KEPT_DAYS,
};
/** Their documents are kept from their end on. */
export const ENDING_LATER = ['closings', 'erasures'] as const;
const WORKED_ON_WITHIN_MS = 60 * 60_000;
const LEFTOVERS =
  'Erase the remaining data of closed accounts (rek repair; after a restore, rek erasures reapply). If documents remain, their accounts were never closed. If the database was restored from an older backup, restore a newer one. Otherwise, delete the documents manually, because they contain personal data.';

interface Audited {
  accounts: Pick<AccountStore, 'unknown'>;
  closings: Pick<ClosingStore, 'finishedOf'>;
  accountEraser: Pick<AccountEraser, 'erase'>;
}

/** How far ahead the steps of the queues of the gateway are planned. */
export interface Plans {
  erasuresMs: number;
  closingsMs: number;
}

interface KeyDoc {
  _id: string;
  accountId: string;
  createdAt: Date;
}

interface UserDoc {
  _id: string;
  accountId: string;
  invitedAt: Date;
}

/** Under the id of its account. */
interface SettingsDoc {
  _id: string;
  updatedAt: Date;
}

/** The invariants of all documents of the gateway. */
export function gatewayInvariants(db: Db, stores: Audited, plans: Plans): Invariant[] {
  return [
    ...haveAnAccount<KeyDoc>(db, stores, {
      collection: 'api-keys',
      fields: ['accountId', 'createdAt'],
      meaning: 'Anyone who has the keys can call the API without an account.',
      advice: `The account of the keys does not exist. Revoke them (rek keys revoke <account> <key>). ${LEFTOVERS}`,
      ownerOf: ({ accountId }) => accountId,
      madeAt: ({ createdAt }) => createdAt,
    }),
    ...haveAnAccount<UserDoc>(db, stores, {
      collection: 'users',
      fields: ['accountId', 'invitedAt'],
      meaning: 'The names and addresses of persons are kept although their account no longer exists.',
      advice: `The users belong to no account. ${LEFTOVERS}`,
      ownerOf: ({ accountId }) => accountId,
      madeAt: ({ invitedAt }) => invitedAt,
    }),
    ...haveAnAccount<SettingsDoc>(db, stores, {
      collection: 'sign-in-settings',
      fields: ['updatedAt'],
      meaning: 'The settings of an identity provider are kept although their account no longer exists.',
      advice: `The settings belong to no account. ${LEFTOVERS}`,
      ownerOf: ({ _id }) => _id,
      madeAt: ({ updatedAt }) => updatedAt,
    }),
    ...auditLogWalk(db),
    ...workedOnInTime(db, plans),
    ...reservedKeys(db.collection('idempotency-keys')),
    ...Object.entries(KEPT_DAYS).map(([name, days]) => {
      const collection = db.collection<{ _id: string; at: Date; expiresAt: Date }>(name);
      return haveAnExpiry(collection, ({ at }) => new Date(at.getTime() + days * DAY_MS));
    }),
  ];
}

/** A call counts as one that may run again when its lease ends later than any; it is kept no longer than others. */
const reservedKeys = (calls: Collection<IdempotentCallDoc>): Invariant[] =>
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

/** The work queues of the gateway. */
function workedOnInTime(db: Db, { erasuresMs, closingsMs }: Plans): Invariant[] {
  const erasures = db.collection<ErasureDoc>('erasures');
  const closings = db.collection<ClosingDoc>('closings');
  return [
    {
      name: 'erasures-worked-on-in-time',
      meaning: 'Personal data is kept although its erasure was confirmed.',
      advice:
        'Erasures of persons do not finish. Check whether the inbox and the notifier run, and check the log of the gateway (erasures).',
      broken: matching(erasures, (now) => ({ dueAt: { $lt: before(now, WORKED_ON_WITHIN_MS) } })),
    },
    dueWithinSchedule(
      erasures,
      { dueAt: 'dueAt', longestMs: erasuresMs, work: { state: 'running' } },
      {
        name: 'erasures-due-within-schedule',
        meaning: 'Personal data is kept although its erasure was confirmed.',
      },
    ),
    forgetsAddresses(erasures),
    {
      name: 'closings-worked-on-in-time',
      meaning: 'Accounts are not closed although their closing was confirmed.',
      advice:
        'Closings of accounts do not progress. Check whether all services run, and check the log of the gateway (closing.step).',
      broken: matching(closings, (now) => ({ dueAt: { $lt: before(now, WORKED_ON_WITHIN_MS) } })),
    },
    dueWithinSchedule(
      closings,
      { dueAt: 'dueAt', longestMs: closingsMs },
      {
        name: 'closings-due-within-schedule',
        meaning: 'Accounts are not closed although their closing was confirmed.',
      },
    ),
  ];
}

/** A finished erasure is due only to forget the address; a restore may need it until then, so no repair brings that forward. */
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
  collection: string;
  fields: (keyof T & string)[];
  ownerOf: (doc: Pick<T, keyof T>) => string;
  madeAt: (doc: Pick<T, keyof T>) => Date;
}

/** Everything in a collection belongs to an account, unless it was made just now. */
function haveAnAccount<T extends { _id: string }>(
  db: Db,
  { accounts, closings, accountEraser: eraser }: Audited,
  { collection: name, fields, ownerOf, madeAt, ...words }: OwnedKind<T>,
): Invariant[] {
  const collection = db.collection<T>(name);
  return walking<T>({
    collection,
    fields,
    rules: [
      {
        ...words,
        name: `${name}-have-an-account`,
        broken: (docs, { now }) => {
          const older = docs.filter((doc) => madeAt(doc) < before(now, HALF_MADE_MS));
          return danglingIds(older, ownerOf, db.collection<{ _id: string }>('accounts'));
        },
        ...erasingLeftovers<T>({
          ...{ collection, ownerOf, eraser },
          closedOf: async (ids) => closings.finishedOf(await accounts.unknown(ids)),
        }),
      },
    ],
  });
}

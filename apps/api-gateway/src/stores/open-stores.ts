import { AccountEraser, Finder, findable, randomId } from '@estate/persistence';
import type { Db } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import type { Vault } from '@estate/vault';
import { AuditChains } from '../audit/audit-chains.ts';
import { ENDING_LATER, gatewayInvariants } from '../audit/invariants.ts';
import type { Plans } from '../audit/invariants.ts';
import { closingTimes } from '../config.ts';
import type { GatewayConfig } from '../config.ts';
import { accountKinds } from '../closings/account-kinds.ts';
import { longestClosingStepMs } from '../closings/closing-steps.ts';
import { longestErasureStepMs } from '../erasures/erasure-worker.ts';
import { AccountStore } from './account-store.ts';
import { ApiKeyStore } from './api-key-store.ts';
import { AuditLogStore } from './audit-log-store.ts';
import { ClosingStore } from './closing-store.ts';
import { EndedSessionStore } from './ended-session-store.ts';
import { ErasureStore } from './erasure-store.ts';
import { HashKeyStore } from './hash-key-store.ts';
import { IdempotencyStore } from './idempotency-store.ts';
import { OperatorKeyStore } from './operator-key-store.ts';
import { RateLimitStore } from './rate-limit-store.ts';
import { RequestLogStore } from './request-log-store.ts';
import { SignInStore } from './sign-in-store.ts';
import { UsedSignInStore } from './used-sign-in-store.ts';
import { UserStore } from './user-store.ts';

const plansOf = (config: GatewayConfig): Plans => ({
  erasuresMs: longestErasureStepMs(config.ERASURE_SETTLE_MS),
  closingsMs: longestClosingStepMs(closingTimes(config)),
});

/** Everything the gateway stores, with its indexes. */
export async function openStores(
  { vault, ...context }: StoreContext & { vault: Vault },
  config: GatewayConfig,
) {
  const { db } = context.database;
  const calls = new IdempotencyStore(db);
  const signIns = new SignInStore(db);
  const erasures = new ErasureStore(db);
  const hashKeys = new HashKeyStore(db, vault);
  const accountEraser = new AccountEraser(db, accountKinds(db), randomId);
  const closings = new ClosingStore(db);
  const accounts = new AccountStore(db);
  const stores = {
    accountEraser,
    closings,
    accounts,
    apiKeys: new ApiKeyStore(db),
    auditEntries: new AuditLogStore(db),
    auditChains: new AuditChains(db),
    endedSessions: new EndedSessionStore(db),
    users: new UserStore(db),
    signIns,
    usedSignIns: new UsedSignInStore(db),
    calls,
    erasures,
    hashKeys,
    operatorKeys: new OperatorKeyStore(db),
    ...rateLimitStores(config, context),
    finder: new Finder(findables(db)),
    requestLogEntries: new RequestLogStore(db),
    sealed: [calls.sealed, signIns.sealed, erasures.sealed, hashKeys.sealed],
    endingLater: ENDING_LATER,
    invariants: gatewayInvariants(db, { accounts, closings, accountEraser }, plansOf(config)),
  };
  await Promise.all([
    accountEraser.ensureIndexes(),
    closings.ensureIndexes(),
    stores.apiKeys.ensureIndexes(),
    stores.auditEntries.ensureIndexes(),
    stores.endedSessions.ensureIndexes(),
    stores.operatorKeys.ensureIndexes(),
    stores.users.ensureIndexes(),
    stores.usedSignIns.ensureIndexes(),
    stores.calls.ensureIndexes(),
    erasures.ensureIndexes(),
    stores.rateLimits.ensureIndexes(),
    stores.requestLogEntries.ensureIndexes(),
  ]);
  return stores;
}

function rateLimitStores(config: GatewayConfig, { database, log }: Pick<StoreContext, 'database' | 'log'>) {
  const ofKeys = { perMinute: config.RATE_LIMIT_PER_MINUTE, burst: config.RATE_LIMIT_BURST };
  const ofAccounts = {
    perMinute: config.ACCOUNT_RATE_LIMIT_PER_MINUTE,
    burst: config.ACCOUNT_RATE_LIMIT_BURST,
  };
  const parts = { log, clock: database.clock.now };
  return {
    rateLimits: new RateLimitStore(database.db, ofKeys, parts),
    accountRateLimits: new RateLimitStore(database.db, ofAccounts, parts),
  };
}

export type Stores = Awaited<ReturnType<typeof openStores>>;

interface NamedDoc {
  _id: string;
  name: string;
}

const findables = (db: Db) => [
  findable({
    kind: 'account',
    docs: db.collection<NamedDoc>('accounts'),
    fields: { name: 1 },
    describe: ({ _id, name }) => ({ accountId: _id, name }),
  }),
  findable({
    kind: 'api_key',
    docs: db.collection<NamedDoc & { accountId: string }>('api-keys'),
    fields: { accountId: 1, name: 1 },
    describe: ({ accountId, name }) => ({ accountId, name }),
  }),
  findable({
    kind: 'operator_key',
    docs: db.collection<NamedDoc>('operator-keys'),
    fields: { name: 1 },
    describe: ({ name }) => ({ name }),
  }),
];

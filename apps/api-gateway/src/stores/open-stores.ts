import { applyRules, openCollections } from '@estate/persistence';
import type { AccountEraser, Collection } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import type { Vault } from '@estate/vault';
import { AuditChains } from '../audit/audit-chains.ts';
import type { Plans } from '../audit/invariants.ts';
import { collections } from '../collections.ts';
import type { GatewayConfig } from '../config.ts';
import { AccountStore } from './account-store.ts';
import { ApiKeyStore } from './api-key-store.ts';
import { AuditLogStore } from './audit-log-store.ts';
import { ClosingStore } from './closing-store.ts';
import { DashboardLinkStore } from './dashboard-link-store.ts';
import { EndedSessionStore } from './ended-session-store.ts';
import { ErasureStore } from './erasure-store.ts';
import { JobItemStore } from './job-item-store.ts';
import { JobStore } from './job-store.ts';
import { HashKeyStore } from './hash-key-store.ts';
import { IdempotencyStore } from './idempotency-store.ts';
import { OperatorKeyStore } from './operator-key-store.ts';
import { RateLimitStore } from './rate-limit-store.ts';
import type { WindowDoc } from './rate-limit-store.ts';
import { RequestLogStore } from './request-log-store.ts';
import { SignInStore } from './sign-in-store.ts';
import { UsedSignInStore } from './used-sign-in-store.ts';
import { UserStore } from './user-store.ts';

/** Opens all stores of the gateway, with their indexes. */
export async function openStores(
  { vault, ...context }: StoreContext & { vault: Vault },
  config: GatewayConfig,
  plans: Plans,
) {
  const { db } = context.database;
  const { outboxes: _none, ...opened } = await openCollections(db, collections);
  const { docs } = opened;
  const closings = new ClosingStore(docs.closings);
  const accounts = new AccountStore(docs.accounts);
  const auditChains = new AuditChains(docs);
  const erase: AccountEraser['erase'] = (account) => rules.accountEraser.erase(account);
  const audited = { accounts, closings, chains: auditChains, accountEraser: { erase } };
  const rules = applyRules(db, collections, { ...audited, plans });
  return {
    ...opened,
    ...rules,
    closings,
    accounts,
    apiKeys: new ApiKeyStore(docs.apiKeys),
    dashboardLinks: new DashboardLinkStore(docs.dashboardLinks),
    auditEntries: new AuditLogStore(docs),
    auditChains,
    endedSessions: new EndedSessionStore(docs.endedSessions),
    users: new UserStore(docs.users),
    signIns: new SignInStore(docs.signIns),
    usedSignIns: new UsedSignInStore(docs.usedSignIns),
    calls: new IdempotencyStore(docs.idempotentCalls),
    erasures: new ErasureStore(docs.erasures),
    jobs: new JobStore(docs.jobs),
    jobItems: new JobItemStore(docs.jobItems),
    hashKeys: new HashKeyStore(docs.hashKeys, vault),
    operatorKeys: new OperatorKeyStore(docs.operatorKeys),
    ...rateLimitStores(config, context, docs.rateLimits),
    requestLogEntries: new RequestLogStore(docs),
  };
}

function rateLimitStores(
  config: GatewayConfig,
  { database, log }: Pick<StoreContext, 'database' | 'log'>,
  docs: Collection<WindowDoc>,
) {
  const ofKeys = { perMinute: config.RATE_LIMIT_PER_MINUTE, burst: config.RATE_LIMIT_BURST };
  const ofAccounts = {
    perMinute: config.ACCOUNT_RATE_LIMIT_PER_MINUTE,
    burst: config.ACCOUNT_RATE_LIMIT_BURST,
  };
  const parts = { log, clock: database.clock.now };
  return {
    rateLimits: new RateLimitStore(docs, ofKeys, parts),
    accountRateLimits: new RateLimitStore(docs, ofAccounts, parts),
  };
}

export type Stores = Awaited<ReturnType<typeof openStores>>;

import type { StoreContext } from '@estate/runtime';
import { gatewayInvariants } from '../audit/invariants.ts';
import type { GatewayConfig } from '../config.ts';
import { AccountStore } from './account-store.ts';
import { ApiKeyStore } from './api-key-store.ts';
import { EndedSessionStore } from './ended-session-store.ts';
import { IdempotencyStore } from './idempotency-store.ts';
import { RateLimitStore } from './rate-limit-store.ts';

/** Everything the gateway stores, with its indexes. */
export async function openStores({ database: { db }, log }: StoreContext, config: GatewayConfig) {
  const limits = { perMinute: config.RATE_LIMIT_PER_MINUTE, burst: config.RATE_LIMIT_BURST };
  const calls = new IdempotencyStore(db);
  const stores = {
    accounts: new AccountStore(db),
    apiKeys: new ApiKeyStore(db),
    endedSessions: new EndedSessionStore(db),
    calls,
    rateLimits: new RateLimitStore(db, limits, log),
    sealed: [calls.sealed],
    invariants: gatewayInvariants(db),
  };
  await Promise.all([
    stores.apiKeys.ensureIndexes(),
    stores.endedSessions.ensureIndexes(),
    stores.calls.ensureIndexes(),
    stores.rateLimits.ensureIndexes(),
  ]);
  return stores;
}

export type Stores = Awaited<ReturnType<typeof openStores>>;

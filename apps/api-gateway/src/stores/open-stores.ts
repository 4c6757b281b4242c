import type { Logger } from '@estate/observability';
import type { Db } from '@estate/persistence';
import { AccountStore } from './account-store.ts';
import { ApiKeyStore } from './api-key-store.ts';
import { EndedSessionStore } from './ended-session-store.ts';
import { IdempotencyStore } from './idempotency-store.ts';
import { RateLimitStore } from './rate-limit-store.ts';
import type { RateLimitOptions } from './rate-limit-store.ts';

/** Everything the gateway stores, with its indexes. */
export async function openStores(db: Db, limits: RateLimitOptions, log: Logger) {
  const stores = {
    accounts: new AccountStore(db),
    apiKeys: new ApiKeyStore(db),
    endedSessions: new EndedSessionStore(db),
    calls: new IdempotencyStore(db),
    rateLimits: new RateLimitStore(db, limits, log),
  };
  await Promise.all([
    stores.apiKeys.ensureIndexes(),
    stores.endedSessions.ensureIndexes(),
    stores.calls.ensureIndexes(),
    stores.rateLimits.ensureIndexes(),
  ]);
  return stores;
}

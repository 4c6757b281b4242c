import type { Bus } from '@estate/messaging';
import type { KeyRing } from './access/key-ring.ts';
import type { AccountStore } from './stores/account-store.ts';
import type { ApiKeyStore } from './stores/api-key-store.ts';

/** Everything a route may touch. */
export interface Deps {
  clock: () => Date;
  newId: () => string;
  bus: Pick<Bus, 'ask'>;
  askTimeoutMs: number;
  accounts: Pick<AccountStore, 'insert' | 'get' | 'list'>;
  apiKeys: Pick<ApiKeyStore, 'insert' | 'list' | 'remove' | 'findByHash' | 'touch'>;
  keyRing: KeyRing;
  operatorToken: string;
}

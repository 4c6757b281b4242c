import type { Account } from '@estate/contracts';

/** An account in the gateway. */
export interface StoredAccount {
  id: string;
  name: string;
  createdAt: Date;
  updatedAt: Date;
}

export const toAccount = (account: StoredAccount): Account => ({
  id: account.id,
  name: account.name,
  createdAt: account.createdAt.toISOString(),
  updatedAt: account.updatedAt.toISOString(),
});

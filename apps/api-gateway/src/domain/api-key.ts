import type { ApiKey, Scope } from '@estate/contracts';

export const API_KEYS_MAX = 100;

/** A key in the gateway: its hash, never the key. */
export interface StoredApiKey {
  id: string;
  accountId: string;
  name: string;
  hash: string;
  prefix: string;
  lastFour: string;
  scopes: Scope[];
  createdAt: Date;
  /** A number below the maximum that is unique in the account; keys of earlier versions have none. */
  place?: number;
  lastUsedAt?: Date;
  expiresAt?: Date;
}

export const toApiKey = (key: StoredApiKey): ApiKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  lastFour: key.lastFour,
  scopes: key.scopes,
  createdAt: key.createdAt.toISOString(),
  ...(key.lastUsedAt && { lastUsedAt: key.lastUsedAt.toISOString() }),
  ...(key.expiresAt && { expiresAt: key.expiresAt.toISOString() }),
});

export const isExpired = ({ expiresAt }: Pick<StoredApiKey, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== undefined && expiresAt.getTime() <= now.getTime();

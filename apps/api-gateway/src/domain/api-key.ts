import type { ApiKey, NewApiKey, Scope } from '@estate/contracts';
import { newApiKey } from '@estate/vault';

/** A key as the gateway keeps it: its hash, never the key. */
export interface StoredApiKey {
  id: string;
  accountId: string;
  name: string;
  hash: string;
  prefix: string;
  lastFour: string;
  scopes: Scope[];
  createdAt: Date;
  lastUsedAt?: Date;
  expiresAt?: Date;
}

interface KeyWish {
  name?: string | undefined;
  scopes?: readonly Scope[] | undefined;
  expiresAt?: string | undefined;
}

/** Makes a key: what is stored, and the answer that shows the key this once. */
export function mintApiKey(
  wish: KeyWish,
  about: { id: string; accountId: string; now: Date },
): { stored: StoredApiKey; shown: NewApiKey } {
  const { key, hash, prefix, lastFour } = newApiKey();
  const stored: StoredApiKey = {
    id: about.id,
    accountId: about.accountId,
    name: wish.name ?? 'API key',
    hash,
    prefix,
    lastFour,
    scopes: [...(wish.scopes ?? (['read', 'write'] as const))],
    createdAt: about.now,
    ...(wish.expiresAt !== undefined && { expiresAt: new Date(wish.expiresAt) }),
  };
  return { stored, shown: { ...toApiKey(stored), key } };
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

export const isExpired = (key: StoredApiKey, now: Date): boolean =>
  key.expiresAt !== undefined && key.expiresAt.getTime() <= now.getTime();

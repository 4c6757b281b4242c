import type { NewApiKey, Scope } from '@estate/contracts';
import { newApiKey } from '@estate/vault';
import { toApiKey } from '../domain/api-key.ts';
import type { StoredApiKey } from '../domain/api-key.ts';

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

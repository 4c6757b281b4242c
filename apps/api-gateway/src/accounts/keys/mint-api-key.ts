import type { ApiKeyInput, NewApiKey, Scope } from '@estate/contracts';
import { newApiKey } from '@estate/vault';
import type { z } from 'zod';
import { toApiKey } from '../../domain/api-key.ts';
import type { StoredApiKey } from '../../domain/api-key.ts';

export type KeyWish = z.infer<typeof ApiKeyInput>;

export const ALL_SCOPES: Scope[] = ['read', 'write'];

/** Makes a key: the document, and the only response that contains the key itself. */
export function mintApiKey(
  { name = 'API key', scopes = ALL_SCOPES, expiresAt }: KeyWish,
  about: Pick<StoredApiKey, 'id' | 'accountId'> & { now: Date },
): { stored: StoredApiKey; shown: NewApiKey } {
  const { now, ...ids } = about;
  const { key, ...kept } = newApiKey();
  const stored: StoredApiKey = {
    ...ids,
    ...kept,
    name,
    scopes: [...scopes],
    createdAt: now,
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
  };
  return { stored, shown: { ...toApiKey(stored), key } };
}

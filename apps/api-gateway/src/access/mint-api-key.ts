import type { NewApiKey, Scope } from '@estate/contracts';
import { InvalidInput, NotAllowed } from '@estate/errors';
import { newApiKey } from '@estate/vault';
import { toApiKey } from '../domain/api-key.ts';
import type { StoredApiKey } from '../domain/api-key.ts';

interface KeyWish {
  name?: string | undefined;
  scopes?: readonly Scope[] | undefined;
  expiresAt?: string | undefined;
}

/** A key is made by one that may do as much itself (the operator may do anything), and not for the past. */
export function requireAllowedWish(
  { scopes, expiresAt }: KeyWish,
  { now, maker }: { now: Date; maker?: StoredApiKey | undefined },
): void {
  if (expiresAt !== undefined && new Date(expiresAt) <= now) {
    const message = 'expiresAt must be in the future';
    const problems = [{ path: 'expiresAt', message, code: 'too-small' }];
    throw new InvalidInput(`${message}.`, { code: 'validation-failed', problems });
  }
  const missing = (scopes ?? ALL).find((scope) => maker && !maker.scopes.includes(scope));
  if (missing !== undefined) {
    throw new NotAllowed(`A key without the scope ${missing} cannot create a key with this scope.`, {
      code: 'scope-missing',
    });
  }
}

const ALL: readonly Scope[] = ['read', 'write'];

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
    scopes: [...(wish.scopes ?? ALL)],
    createdAt: about.now,
    ...(wish.expiresAt !== undefined && { expiresAt: new Date(wish.expiresAt) }),
  };
  return { stored, shown: { ...toApiKey(stored), key } };
}

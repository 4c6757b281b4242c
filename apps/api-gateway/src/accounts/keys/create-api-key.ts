import type { NewApiKey } from '@estate/contracts';
import { InvalidInput, NotAllowed } from '@estate/errors';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { Call } from '../../edge/routing/call.ts';
import { ALL_SCOPES, mintApiKey } from './mint-api-key.ts';
import type { KeyWish } from './mint-api-key.ts';

/** Creates a key for the account of the call. A key cannot create one with more scopes than its own; the operator can. */
export async function createApiKey(
  wish: KeyWish,
  { accountId, key: creator, reservedId }: Call,
  { apiKeys, clock, newId }: Pick<AccountsDeps, 'apiKeys' | 'clock' | 'newId'>,
): Promise<NewApiKey> {
  const now = clock();
  if (wish.expiresAt !== undefined && new Date(wish.expiresAt) <= now) {
    const message = 'expiresAt must be in the future';
    const problems = [{ path: 'expiresAt', message, code: 'too-small' }];
    throw new InvalidInput(`${message}.`, { code: 'validation-failed', problems });
  }
  const missing = (wish.scopes ?? ALL_SCOPES).find((scope) => creator && !creator.scopes.includes(scope));
  if (missing !== undefined) {
    throw new NotAllowed(`A key without the scope ${missing} cannot create a key with this scope.`, {
      code: 'scope-missing',
    });
  }
  const { stored, shown } = mintApiKey(wish, { id: reservedId ?? newId(), accountId, now });
  await apiKeys.add(stored);
  return shown;
}

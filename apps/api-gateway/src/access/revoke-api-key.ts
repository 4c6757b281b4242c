import { ApiKey } from '@estate/contracts';
import { InvalidInput, found } from '@estate/errors';
import { changeIfMatch } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toApiKey } from '../domain/api-key.ts';
import type { StoredApiKey } from '../domain/api-key.ts';
import type { Call } from '../routes/row.ts';

const SHAPE = { subject: 'API key', output: ApiKey };

/** Revokes a key of the caller's account, but never the last one that may write: nobody could make another. */
export async function revokeApiKey(id: string, call: Call, deps: Deps): Promise<StoredApiKey> {
  const { accountId } = call;
  const removed = await changeIfMatch(call, {
    shownBy: SHAPE,
    read: () => deps.apiKeys.get(accountId, id),
    show: toApiKey,
    write: (seen, only) => deps.apiKeys.remove({ accountId, id, ...(only && { seen }) }),
  });
  const key = found(removed, 'API key', id);
  // Looked at afterwards, so that of two who revoke each other's key at once at least one is refused.
  if (!key.scopes.includes('write') || (await deps.apiKeys.canWrite(accountId, deps.clock()))) return key;
  await deps.apiKeys.put(key);
  throw new InvalidInput('This is the last key of the account that may write; make another one first.', {
    code: 'last-write-key',
  });
}

import { ApiKey } from '@estate/contracts';
import { InvalidInput, found } from '@estate/errors';
import { changeIfMatch } from '@estate/messaging';
import { toApiKey } from '../../domain/api-key.ts';
import type { StoredApiKey } from '../../domain/api-key.ts';
import type { ApiKeyStore } from '../../stores/api-key-store.ts';
import type { Call } from '../../edge/routing/call.ts';

const SHAPE = { subject: 'API key', output: ApiKey };

const lastWriteKey = () =>
  new InvalidInput(
    'This is the last key of the account with the scope write. Create another key with this scope first.',
    {
      code: 'last-write-key',
    },
  );

/** Revokes a key of the caller's account, but never the last one with write access: nobody could create another. */
export async function revokeApiKey(
  id: string,
  call: Call,
  deps: { apiKeys: Pick<ApiKeyStore, 'get' | 'restore' | 'remove' | 'canWrite'>; clock: () => Date },
): Promise<StoredApiKey> {
  const { accountId } = call;
  const { apiKeys, clock } = deps;
  const removed = await changeIfMatch(call, {
    shownBy: SHAPE,
    read: () => apiKeys.get(accountId, id),
    show: toApiKey,
    write: async (seen, only) => {
      const mayGo = !mayWrite(seen) || (await apiKeys.canWrite(accountId, clock(), id));
      if (!mayGo) throw lastWriteKey();
      return apiKeys.remove({ accountId, id, ...(only && { seen }) });
    },
  });
  const key = found(removed, 'API key', id);
  // Checked again, so that of two calls that revoke each other's key at once at least one is refused.
  if (!mayWrite(key) || (await apiKeys.canWrite(accountId, clock()))) return key;
  await apiKeys.restore(key);
  throw lastWriteKey();
}

const mayWrite = ({ scopes }: StoredApiKey): boolean => scopes.includes('write');

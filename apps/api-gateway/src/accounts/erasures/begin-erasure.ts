import { normalizedAddress } from '@estate/persistence';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { Call } from '../../edge/routing/call.ts';
import { NOTHING_ERASED } from '../../domain/erasure.ts';
import type { StoredErasure } from '../../domain/erasure.ts';

/** Begins the erasure of a person from the account of the call. */
export async function beginErasure(
  email: string,
  { accountId, reservedId }: Call,
  { erasures, hashKeys, clock, newId, vault }: AccountsDeps,
): Promise<StoredErasure> {
  const id = reservedId ?? newId();
  const address = normalizedAddress(email);
  const begun = await erasures.store.begin({
    id,
    accountId,
    state: 'running',
    email: { sealed: vault.seal(address, id) },
    emailHash: await hashKeys.hash(accountId, address),
    requestedAt: clock(),
    erased: NOTHING_ERASED,
  });
  erasures.wake();
  return begun;
}

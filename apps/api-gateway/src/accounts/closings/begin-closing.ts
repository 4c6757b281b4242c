import { Conflict, found } from '@estate/errors';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { StoredClosing } from '../../domain/closing.ts';

type Closing = Pick<AccountsDeps, 'accounts' | 'clock' | 'closings' | 'newId'>;

/** Begins to close an account, or returns the running closing. @throws NotFound */
export async function beginClosing(
  accountId: string,
  { accounts, clock, closings, newId }: Closing,
): Promise<StoredClosing> {
  await accounts.get(accountId);
  const now = clock();
  const { cancelMs, takeDownMs } = closings.times;
  const begun = await closings.store.begin({
    ...{ id: newId(), accountId, state: 'closing', phase: 'waiting', requestedAt: now },
    cancellableUntil: new Date(now.getTime() + cancelMs),
    takeDownUntil: new Date(now.getTime() + takeDownMs),
    ...{ remaining: 0, erased: {}, left: [], leftCount: 0 },
  });
  closings.open.forget(accountId);
  closings.wake();
  return begun;
}

/** Cancels the closing of an account. @throws NotFound, Conflict `closing-too-late` */
export async function cancelClosing(
  accountId: string,
  { clock, closings }: Pick<AccountsDeps, 'clock' | 'closings'>,
): Promise<StoredClosing> {
  const cancelled = await closings.store.cancel(accountId, clock());
  closings.open.forget(accountId);
  closings.wake();
  if (cancelled) return cancelled;
  const newest = await closings.store.newestOf(accountId);
  if (newest?.state === 'cancelled') return newest;
  found(newest, 'closing', accountId);
  throw new Conflict('The closing can no longer be cancelled: its listings are being taken down.', {
    code: 'closing-too-late',
  });
}

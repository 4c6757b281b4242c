import { deleteTarget } from '@estate/contracts';
import { Conflict, InvalidInput, found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { targetResource } from '../domain/target.ts';
import type { TargetRecord } from '../domain/target.ts';
import { requireUnnamed } from '../targets/require-unnamed.ts';

/** Marks first, then counts: what names the target concurrently sees the mark, or is counted. */
export const deleteTargetRoute = (deps: Deps) =>
  answer(deleteTarget, async ({ id }, asker) => {
    const { accountId } = asker;
    const removed = await changeIfMatch(asker, {
      shownBy: deleteTarget,
      read: async () => found(await deps.targets.find(accountId, id), 'target', id),
      show: (stored) => targetResource(stored, deps),
      write: (stored, only) => removeMarked(stored, { asker, ...(only && { seen: stored }) }, deps),
    });
    const target = found(removed, 'target', id);
    // What waited for its customer to resume it is taken down now.
    deps.wakeLane(id);
    return targetResource(target, deps);
  });

/** Null when the target no longer exists, or has changed since it was seen. */
async function removeMarked(
  { id, accountId }: TargetRecord,
  { asker, ...only }: { asker: Caller; seen?: TargetRecord },
  deps: Deps,
): Promise<TargetRecord | null> {
  const { clock, newId, targets } = deps;
  const token = newId();
  const target = await targets.markDeleting(accountId, id, { token, at: clock(), ...only });
  if (!target) return null;
  try {
    await requireNoListings(id, deps);
    await requireUnnamed(id, asker, deps);
  } catch (error) {
    await targets.unmarkDeleting(id, token);
    throw error;
  }
  if (await targets.markDeleted(id, { token, at: clock(), ...only })) return target;
  if (!only.seen) {
    throw new Conflict('Another request is deleting the target.', { code: 'target-being-deleted' });
  }
  await targets.unmarkDeleting(id, token);
  return null;
}

async function requireNoListings(id: string, { listings }: Pick<Deps, 'listings'>): Promise<void> {
  const count = await listings.countOfTarget(id);
  if (count === 0) return;
  const what = count === 1 ? '1 listing. Delete it' : `${count} listings. Delete them`;
  throw new InvalidInput(`The target still has ${what} first.`, { code: 'target-has-listings' });
}

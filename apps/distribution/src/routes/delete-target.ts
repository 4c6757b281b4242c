import { deleteTarget } from '@estate/contracts';
import { Conflict, InvalidInput, found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { targetResource } from '../domain/target.ts';
import type { TargetRecord } from '../domain/target.ts';

/** Marks first, then counts: a listing that is created concurrently sees the mark, or is counted. */
export const deleteTargetRoute = (deps: Deps) =>
  answer(deleteTarget, async ({ id }, asker) => {
    const { accountId } = asker;
    const removed = await changeIfMatch(asker, {
      shownBy: deleteTarget,
      read: async () => found(await deps.targets.find(accountId, id), 'target', id),
      show: (stored) => targetResource(stored, deps),
      write: (stored, only) => removeMarked(stored, only ? { seen: stored } : {}, deps),
    });
    return targetResource(found(removed, 'target', id), deps);
  });

/** Null when the target no longer exists, or has changed since it was seen. */
async function removeMarked(
  { id, accountId }: TargetRecord,
  only: { seen?: TargetRecord },
  { clock, listings, newId, targets }: Deps,
): Promise<TargetRecord | null> {
  const token = newId();
  const target = await targets.markDeleting(accountId, id, { token, at: clock(), ...only });
  if (!target) return null;
  const count = await listings.countOfTarget(id);
  if (count > 0) {
    await targets.unmarkDeleting(id, token);
    const what = count === 1 ? '1 listing' : `${count} listings`;
    throw new InvalidInput(`The target has ${what}; delete them first.`, { code: 'target-has-listings' });
  }
  if (await targets.markDeleted(id, { token, at: clock(), ...only })) return target;
  if (!only.seen) {
    throw new Conflict('The target is being deleted by another request.', { code: 'target-being-deleted' });
  }
  await targets.unmarkDeleting(id, token);
  return null;
}

import { deleteTarget } from '@estate/contracts';
import { Conflict, InvalidInput, found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { targetResource } from '../domain/target.ts';

/** Marks first, then counts: a listing made meanwhile sees the mark, or is counted. */
export const deleteTargetRoute = ({ clock, listings, newId, targets }: Deps) =>
  answer(deleteTarget, async ({ id }, { accountId }) => {
    const token = newId();
    const target = found(await targets.markDeleting(accountId, id, { token, at: clock() }), 'target', id);
    const count = await listings.countOfTarget(id);
    if (count > 0) {
      await targets.unmarkDeleting(id, token);
      const what = count === 1 ? '1 listing' : `${count} listings`;
      throw new InvalidInput(`The target has ${what}; delete them first.`, { code: 'target-has-listings' });
    }
    if (!(await targets.markDeleted(id, token, clock()))) {
      throw new Conflict('The target is being deleted by another request.', { code: 'target-being-deleted' });
    }
    return targetResource(target, clock());
  });

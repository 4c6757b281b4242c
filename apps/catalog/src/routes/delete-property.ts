import { countListings, deleteProperty as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { propertyDeleted } from '../announcements.ts';
import type { Deps } from '../deps.ts';
import { beingDeleted, propertyHasListings } from '../domain/property-refusals.ts';
import { toResource } from '../domain/property-views.ts';

/** Deletes a property without listings: marks it first, then looks, so that a listing made meanwhile is never missed. */
export const deleteProperty = (deps: Deps) =>
  answer(operation, async ({ id }, caller) => {
    const { properties, bus } = deps;
    const key = { accountId: caller.accountId, id };
    const token = deps.newId();
    const marked = found(await properties.markDeleting(key, { token, now: deps.clock() }), 'property', id);
    if (marked === 'busy') throw beingDeleted(id);
    try {
      const { count } = await bus.ask(countListings, { propertyId: id }, caller);
      if (count > 0) throw propertyHasListings(count);
    } catch (error) {
      await properties.unmarkDeleting(key, token);
      throw error;
    }
    if (!(await properties.remove(key, token, propertyDeleted(marked, deps)))) throw beingDeleted(id);
    return toResource(marked);
  });

import { countListings, deleteProperty as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import { propertyDeleted } from '../announcements.ts';
import type { Deps } from '../deps.ts';
import { beingDeleted, propertyHasListings } from '../domain/property-refusals.ts';
import { usedUploads } from '../domain/uploaded-attachment.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { deletionEntry } from '../domain/timeline.ts';
import { toResource } from '../domain/property-views.ts';
import type { PropertyKey } from '../stores/property-store.ts';

/**
 * Deletes a property without listings. The mark is set before the count, so that a listing that is created at the same
 * time is not missed.
 */
export const deleteProperty = (deps: Deps) =>
  answer(operation, async ({ id }, caller) => {
    const key = { accountId: caller.accountId, id };
    const removed = await changeIfMatch(caller, {
      shownBy: operation,
      read: async () => found(await deps.properties.find(key), 'property', id),
      show: (record) => toResource(record, deps.addresses),
      write: (present, only) => removeMarked(deps, caller, { ...key, ...(only && { seen: present }) }),
    });
    return toResource(found(removed, 'property', id), deps.addresses);
  });

/** Null when the property is gone or has changed since it was read. */
async function removeMarked(deps: Deps, caller: Caller, key: PropertyKey): Promise<PropertyRecord | null> {
  const { properties, bus } = deps;
  const token = deps.newId();
  const marked = await properties.markDeleting(key, { token, now: deps.clock() });
  if (marked === null) return null;
  const unmark = () => properties.unmarkDeleting({ accountId: key.accountId, id: key.id }, token);
  try {
    const { count } = await bus.ask(countListings, { propertyId: key.id }, caller);
    if (count > 0) throw propertyHasListings(count);
  } catch (error) {
    await unmark();
    throw error;
  }
  await deps.uploads.use(usedUploads(marked), deps.clock());
  const deleted = propertyDeleted(marked, deps);
  if (await properties.remove(key, token, deleted)) {
    // Should this fail, the handler of the message records it.
    await deps.timeline.add(key.accountId, deletionEntry(key.id, deleted)).catch(() => undefined);
    return marked;
  }
  if (!key.seen) throw beingDeleted(key.id);
  await unmark();
  return null;
}

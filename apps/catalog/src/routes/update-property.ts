import { ProcessProperty, updateProperty as operation } from '@estate/contracts';
import type { PropertyUpdate } from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import { endedAtOnce } from '../announcements.ts';
import { requireContact, withLiveContact } from '../contact-reference.ts';
import type { Deps } from '../deps.ts';
import { withStoredAddresses } from '../domain/attachment-addresses.ts';
import { replaced, replacementFor } from '../domain/property.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { toResource } from '../domain/property-views.ts';
import { usedUploads } from '../domain/uploaded-attachment.ts';

/** Replaces a property's content; its attachments are processed again. */
export const updateProperty = (deps: Deps) =>
  answer(operation, async ({ id, ...input }, caller) => {
    const update = withStoredAddresses(input, deps.addresses);
    const key = { accountId: caller.accountId, id };
    const written = await changeIfMatch(caller, {
      shownBy: operation,
      read: async () => found(await deps.properties.find(key), 'property', id),
      show: (record) => toResource(record, deps.addresses),
      write: (present, only) =>
        only ? replace(deps, present, { update, caller }) : replaceNewest(deps, present, { update, caller }),
    });
    const record = found(written, 'property', id);
    if (record.processingStatus === 'pending') deps.bus.wake(ProcessProperty, { propertyId: id });
    return toResource(await withLiveContact(deps, record), deps.addresses);
  });

interface Order {
  update: PropertyUpdate;
  caller: Caller;
}

/** Null when the property has changed since it was read. */
async function replace(
  deps: Deps,
  present: PropertyRecord,
  { update, caller }: Order,
): Promise<PropertyRecord | null> {
  const content = replacementFor(present, update);
  const contact = await requireContact(deps, caller.accountId, content.contactId);
  const next = replaced(present, { ...content, ...contact }, deps.clock());
  // Those that it no longer names are kept for as long as those that nobody has named yet.
  await deps.uploads.use(usedUploads(present, next), next.updatedAt);
  return deps.properties.replace(present, next, {
    trace: traceOf(caller),
    messages: endedAtOnce(next, deps),
  });
}

const TRIES = 50;

/** Tries again with the newest revision while other requests change the property; null when it is gone. */
async function replaceNewest(
  deps: Deps,
  present: PropertyRecord,
  order: Order,
): Promise<PropertyRecord | null> {
  let seen: PropertyRecord | null = present;
  for (let attempt = 1; seen !== null && attempt <= TRIES; attempt += 1) {
    const written = await replace(deps, seen, order);
    if (written !== null) return written;
    seen = await deps.properties.find(present);
  }
  if (seen === null) return null;
  throw new Conflict(`The property ${present.id} is being changed by other requests. Try again.`);
}

import { propertyChanged } from './announcements.ts';
import type { Deps } from './deps.ts';
import type { PropertyRecord } from './domain/property.ts';
import { contactUnknown } from './domain/property-refusals.ts';

/** Throws InvalidInput unless the account has the contact, or none is named. */
export async function requireContact(
  deps: Deps,
  accountId: string,
  contactId: string | undefined,
): Promise<void> {
  if (contactId === undefined) return;
  if ((await deps.contacts.find({ accountId, id: contactId })) === null) throw contactUnknown(contactId);
}

/** The saved property, no longer naming its contact if that was deleted between the check and the write. */
export async function withLiveContact(deps: Deps, record: PropertyRecord): Promise<PropertyRecord> {
  const { accountId, id, contactId } = record;
  if (contactId === undefined || (await deps.contacts.find({ accountId, id: contactId })) !== null)
    return record;
  await deps.properties.followContact(
    { accountId, contactId, deleted: true, messageId: deps.newId(), now: deps.clock() },
    (next) => propertyChanged({ ...next, propertyId: next.id }, deps),
  );
  return (await deps.properties.find({ accountId, id })) ?? record;
}

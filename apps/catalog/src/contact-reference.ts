import type { Deps } from './deps.ts';
import { followContact } from './follow-contact.ts';
import { contactUnknown } from './domain/property-refusals.ts';
import type { ContactReference, PropertyRecord } from './domain/property.ts';

/** The contact that a property refers to. @throws InvalidInput when the account has none with the id */
export async function requireContact(
  { contacts }: Pick<Deps, 'contacts'>,
  accountId: string,
  contactId: string | undefined,
): Promise<ContactReference> {
  if (contactId === undefined) return {};
  const contact = await contacts.find({ accountId, id: contactId });
  if (contact === null) throw contactUnknown(contactId);
  return { contactId, contactRevision: contact.revision };
}

/** The saved property, without its contact if that was deleted between the check and the write. */
export async function withLiveContact(deps: Deps, record: PropertyRecord): Promise<PropertyRecord> {
  const { accountId, id, contactId } = record;
  if (contactId === undefined) return record;
  if ((await deps.contacts.find({ accountId, id: contactId })) !== null) return record;
  await followContact(deps, { accountId, contactId });
  return (await deps.properties.find({ accountId, id })) ?? record;
}

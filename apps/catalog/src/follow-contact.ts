import { propertyChanged } from './announcements.ts';
import type { Deps } from './deps.ts';

/** Updates every property of a contact that was changed or deleted; safe to run twice. */
export async function followContact(
  deps: Deps,
  { accountId, contactId }: { accountId: string; contactId: string },
): Promise<void> {
  const contact = await deps.contacts.find({ accountId, id: contactId });
  const state = { accountId, contactId, now: deps.clock(), ...(contact && { revision: contact.revision }) };
  await deps.properties.followContact(state, (next) => propertyChanged(next, deps));
}

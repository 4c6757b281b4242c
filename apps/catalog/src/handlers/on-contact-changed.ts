import { ContactChanged } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { followContact } from '../follow-contact.ts';

/** Updates the properties of a contact; a message that is older than the revision they have followed changes nothing. */
export const onContactChanged = (deps: Deps) =>
  on(ContactChanged, ({ accountId, data }) => followContact(deps, { accountId, contactId: data.contactId }));

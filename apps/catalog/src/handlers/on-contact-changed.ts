import { ContactChanged } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { followContact } from '../follow-contact.ts';

/** Brings the properties of a contact up to date; a message that is older than what they have followed changes nothing. */
export const onContactChanged = (deps: Deps) =>
  on(ContactChanged, ({ accountId, data }) => followContact(deps, { accountId, contactId: data.contactId }));

import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** Contacts, answered by the catalog. */
export const contactRoutes: ApiRoute[] = [
  ask('POST /contacts', contracts.createContact, {
    summary: 'Create a contact',
    audit: 'contact.created',
    status: 201,
  }),
  ask('GET /contacts', contracts.listContacts, { summary: 'List contacts' }),
  ask('GET /contacts/{id}', contracts.getContact, { summary: 'Get a contact' }),
  ask('PUT /contacts/{id}', contracts.updateContact, {
    summary: 'Replace a contact',
    audit: 'contact.changed',
  }),
  ask('DELETE /contacts/{id}', contracts.deleteContact, {
    summary: 'Delete a contact',
    description:
      'The contact is erased at once, and is not sent to platforms any more. Its properties show its id in `contactId` until they are updated, usually for less than a second. Then they are published without it.',
    audit: 'contact.deleted',
  }),
];

import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** Contacts, answered by the catalog. */
export const contactRoutes: ApiRoute[] = [
  ask('POST /contacts', contracts.createContact, { summary: 'Create a contact', status: 201 }),
  ask('GET /contacts', contracts.listContacts, { summary: 'List contacts' }),
  ask('GET /contacts/{id}', contracts.getContact, { summary: 'Get a contact' }),
  ask('PUT /contacts/{id}', contracts.updateContact, { summary: 'Replace a contact' }),
  ask('DELETE /contacts/{id}', contracts.deleteContact, {
    summary: 'Delete a contact',
    audit: 'contact.deleted',
  }),
];

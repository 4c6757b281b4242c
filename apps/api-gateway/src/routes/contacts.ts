import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** Contacts, answered by the catalog. */
export const contactRoutes: ApiRoute[] = [
  ask(
    { method: 'POST', path: '/contacts', summary: 'Create a contact', status: 201 },
    contracts.createContact,
  ),
  ask({ method: 'GET', path: '/contacts', summary: 'List contacts' }, contracts.listContacts),
  ask({ method: 'GET', path: '/contacts/{id}', summary: 'Get a contact' }, contracts.getContact),
  ask({ method: 'PUT', path: '/contacts/{id}', summary: 'Replace a contact' }, contracts.updateContact),
  ask({ method: 'DELETE', path: '/contacts/{id}', summary: 'Delete a contact' }, contracts.deleteContact),
];

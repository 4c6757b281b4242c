import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { accountRows } from './accounts.ts';
import { ask, askAndPresent } from './row.ts';
import type { Row } from './row.ts';

/** Talking to a platform step by step may take this long. */
const CHECK_TIMEOUT_MS = 35_000;

const properties: Row[] = [
  ask(
    { method: 'POST', path: '/properties', summary: 'Create a property', status: 201 },
    contracts.createProperty,
  ),
  ask({ method: 'GET', path: '/properties', summary: 'List properties' }, contracts.listProperties),
  ask({ method: 'GET', path: '/properties/{id}', summary: 'Get a property' }, contracts.getProperty),
  ask({ method: 'PUT', path: '/properties/{id}', summary: 'Replace a property' }, contracts.updateProperty),
  ask({ method: 'DELETE', path: '/properties/{id}', summary: 'Delete a property' }, contracts.deleteProperty),
];

const contacts: Row[] = [
  ask(
    { method: 'POST', path: '/contacts', summary: 'Create a contact', status: 201 },
    contracts.createContact,
  ),
  ask({ method: 'GET', path: '/contacts', summary: 'List contacts' }, contracts.listContacts),
  ask({ method: 'GET', path: '/contacts/{id}', summary: 'Get a contact' }, contracts.getContact),
  ask({ method: 'PUT', path: '/contacts/{id}', summary: 'Replace a contact' }, contracts.updateContact),
  ask({ method: 'DELETE', path: '/contacts/{id}', summary: 'Delete a contact' }, contracts.deleteContact),
];

const targets: Row[] = [
  ask({ method: 'GET', path: '/target-types', summary: 'List the platforms' }, contracts.listTargetTypes),
  ask({ method: 'POST', path: '/targets', summary: 'Create a target', status: 201 }, contracts.createTarget),
  askAndPresent({ method: 'GET', path: '/targets', summary: 'List targets' }, contracts.listTargets, {
    output: z.array(contracts.Target),
    present: ({ data }) => ({ body: data }),
  }),
  ask({ method: 'GET', path: '/targets/{id}', summary: 'Get a target' }, contracts.getTarget),
  ask({ method: 'PUT', path: '/targets/{id}', summary: 'Replace a target' }, contracts.updateTarget),
  ask({ method: 'DELETE', path: '/targets/{id}', summary: 'Delete a target' }, contracts.deleteTarget),
  ask(
    { method: 'POST', path: '/targets/{id}/check', summary: "Test a target's credentials" },
    contracts.checkTarget,
    CHECK_TIMEOUT_MS,
  ),
];

const listings: Row[] = [
  ask(
    { method: 'POST', path: '/listings', summary: 'Publish a property on a target', status: 201 },
    contracts.createListing,
  ),
  ask(
    { method: 'POST', path: '/listings/validate', summary: 'Find out whether a property could be published' },
    contracts.validateListing,
  ),
  ask({ method: 'GET', path: '/listings', summary: 'List listings' }, contracts.listListings),
  ask({ method: 'GET', path: '/listings/{id}', summary: 'Get a listing' }, contracts.getListing),
  ask({ method: 'PUT', path: '/listings/{id}', summary: 'Update a listing' }, contracts.updateListing),
  ask(
    { method: 'DELETE', path: '/listings/{id}', summary: 'Take a property down from a target' },
    contracts.deleteListing,
  ),
  ask(
    { method: 'POST', path: '/listings/{id}/retry', summary: 'Repeat a failed publication', status: 202 },
    contracts.retryListing,
  ),
  askAndPresent(
    { method: 'GET', path: '/listings/{id}/preview', summary: 'See the document that would be sent' },
    contracts.previewListing,
    {
      output: z.string(),
      present: ({ mediaType, body }) => ({ raw: { mediaType: `${mediaType}; charset=utf-8`, body } }),
    },
  ),
];

const webhooks: Row[] = [
  ask(
    { method: 'POST', path: '/webhooks', summary: 'Create a webhook', status: 201 },
    contracts.createWebhook,
  ),
  ask({ method: 'GET', path: '/webhooks', summary: 'List webhooks' }, contracts.listWebhooks),
  ask({ method: 'GET', path: '/webhooks/{id}', summary: 'Get a webhook' }, contracts.getWebhook),
  ask({ method: 'PUT', path: '/webhooks/{id}', summary: 'Replace a webhook' }, contracts.updateWebhook),
  ask({ method: 'DELETE', path: '/webhooks/{id}', summary: 'Delete a webhook' }, contracts.deleteWebhook),
  ask(
    { method: 'GET', path: '/webhooks/{id}/deliveries', summary: 'List the deliveries of a webhook' },
    contracts.listDeliveries,
  ),
  ask(
    { method: 'GET', path: '/webhooks/{id}/deliveries/{deliveryId}', summary: 'Get a delivery' },
    contracts.getDelivery,
  ),
  ask({ method: 'GET', path: '/events', summary: 'List what happened on the account' }, contracts.listEvents),
];

/** The one table that routes, validation and the OpenAPI document come from. */
export const rows: readonly Row[] = [
  ...accountRows,
  ...properties,
  ...contacts,
  ...targets,
  ...listings,
  ...webhooks,
];

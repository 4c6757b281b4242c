import * as contracts from '@estate/contracts';
import { ask } from './row.ts';
import type { Row } from './row.ts';

/** Webhooks, their deliveries and the events, answered by the notifier. */
export const webhookRows: Row[] = [
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

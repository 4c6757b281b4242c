import * as contracts from '@estate/contracts';
import { ask, askAndRedact } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** Four exchanges with a receiver, each of which may use up its time. */
const VERIFY_TIMEOUT_MS = 45_000;

/** Who may only read must not be able to sign what receivers believe. */
const withoutKey = ({ signingKey: _signingKey, ...rest }: contracts.WebhookWithKey): contracts.Webhook =>
  rest;

/** Webhooks, their deliveries and the events, answered by the notifier. */
export const webhookRoutes: ApiRoute[] = [
  ask(
    { method: 'POST', path: '/webhooks', summary: 'Create a webhook', status: 201 },
    contracts.createWebhook,
  ),
  askAndRedact({ method: 'GET', path: '/webhooks', summary: 'List webhooks' }, contracts.listWebhooks, {
    output: contracts.pageOf(contracts.Webhook),
    toReaders: ({ hasMore, data }) => ({ hasMore, data: data.map(withoutKey) }),
  }),
  askAndRedact({ method: 'GET', path: '/webhooks/{id}', summary: 'Get a webhook' }, contracts.getWebhook, {
    output: contracts.Webhook,
    toReaders: withoutKey,
  }),
  ask({ method: 'PUT', path: '/webhooks/{id}', summary: 'Replace a webhook' }, contracts.updateWebhook),
  ask({ method: 'DELETE', path: '/webhooks/{id}', summary: 'Delete a webhook' }, contracts.deleteWebhook),
  ask(
    { method: 'POST', path: '/webhooks/{id}/rotate-key', summary: 'Rotate the signing key' },
    contracts.rotateWebhookKey,
  ),
  ask({ method: 'POST', path: '/webhooks/{id}/pause', summary: 'Pause a webhook' }, contracts.pauseWebhook),
  ask(
    { method: 'POST', path: '/webhooks/{id}/resume', summary: 'Resume a webhook' },
    contracts.resumeWebhook,
  ),
  ask(
    { method: 'POST', path: '/webhooks/{id}/test', summary: 'Send an example of an event', status: 202 },
    contracts.testWebhook,
  ),
  ask(
    { method: 'POST', path: '/webhooks/{id}/verify', summary: 'Verify the receiver of a webhook' },
    contracts.verifyWebhook,
    VERIFY_TIMEOUT_MS,
  ),
  ask(
    { method: 'POST', path: '/webhooks/{id}/resend', summary: 'Bulk resend deliveries', status: 202 },
    contracts.resendDeliveries,
  ),
  ask(
    { method: 'GET', path: '/webhooks/{id}/resends/{resendId}', summary: 'Get a bulk resend' },
    contracts.getResend,
  ),
  ask(
    { method: 'DELETE', path: '/webhooks/{id}/resends/{resendId}', summary: 'Cancel a bulk resend' },
    contracts.cancelResend,
  ),
  ask(
    {
      method: 'POST',
      path: '/webhooks/{id}/deliveries/{deliveryId}/resend',
      summary: 'Resend a delivery',
      status: 202,
    },
    contracts.resendDelivery,
  ),
  ask(
    { method: 'GET', path: '/webhooks/{id}/deliveries', summary: 'List the deliveries of a webhook' },
    contracts.listDeliveries,
  ),
  ask(
    { method: 'GET', path: '/webhooks/{id}/deliveries/{deliveryId}', summary: 'Get a delivery' },
    contracts.getDelivery,
  ),
  ask({ method: 'GET', path: '/events', summary: 'List the events of the account' }, contracts.listEvents),
];

import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** A verification sends four requests to the receiver, each with its own time limit. */
const VERIFY_TIMEOUT_MS = 45_000;

/** A key that may only read must not allow its holder to sign deliveries. */
const withoutKey = ({ signingKey: _signingKey, ...rest }: contracts.WebhookWithKey): contracts.Webhook =>
  rest;

const RESEND = '/webhooks/{id}/resends/{resendId}';
const DELIVERIES = '/webhooks/{id}/deliveries';

/** Webhooks, their deliveries and the events, answered by the notifier. */
export const webhookRoutes: ApiRoute[] = [
  ask('POST /webhooks', contracts.createWebhook, { summary: 'Create a webhook', status: 201 }),
  ask('GET /webhooks', contracts.listWebhooks, {
    summary: 'List webhooks',
    output: contracts.pageOf(contracts.Webhook),
    shownToReaders: ({ hasMore, data }) => ({ hasMore, data: data.map(withoutKey) }),
  }),
  ask('GET /webhooks/{id}', contracts.getWebhook, {
    summary: 'Get a webhook',
    output: contracts.Webhook,
    shownToReaders: withoutKey,
  }),
  ask('PUT /webhooks/{id}', contracts.updateWebhook, { summary: 'Replace a webhook' }),
  ask('DELETE /webhooks/{id}', contracts.deleteWebhook, { summary: 'Delete a webhook' }),
  ask('POST /webhooks/{id}/rotate-key', contracts.rotateWebhookKey, { summary: 'Rotate the signing key' }),
  ask('POST /webhooks/{id}/pause', contracts.pauseWebhook, { summary: 'Pause a webhook' }),
  ask('POST /webhooks/{id}/resume', contracts.resumeWebhook, { summary: 'Resume a webhook' }),
  ask('POST /webhooks/{id}/test', contracts.testWebhook, {
    summary: 'Send an example of an event',
    status: 202,
  }),
  ask('POST /webhooks/{id}/verify', contracts.verifyWebhook, {
    summary: 'Verify the receiver of a webhook',
    timeoutMs: VERIFY_TIMEOUT_MS,
  }),
  ask('POST /webhooks/{id}/resend', contracts.resendDeliveries, {
    summary: 'Bulk resend deliveries',
    status: 202,
  }),
  ask(`GET ${RESEND}`, contracts.getResend, { summary: 'Get a bulk resend' }),
  ask(`DELETE ${RESEND}`, contracts.cancelResend, { summary: 'Cancel a bulk resend' }),
  ask(`POST ${DELIVERIES}/{deliveryId}/resend`, contracts.resendDelivery, {
    summary: 'Resend a delivery',
    status: 202,
  }),
  ask(`GET ${DELIVERIES}`, contracts.listDeliveries, { summary: 'List the deliveries of a webhook' }),
  ask(`GET ${DELIVERIES}/{deliveryId}`, contracts.getDelivery, { summary: 'Get a delivery' }),
  ask('GET /events', contracts.listEvents, { summary: 'List the events of the account' }),
];

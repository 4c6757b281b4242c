import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** A verification sends four requests to the receiver, each with its own time limit. */
const VERIFY_TIMEOUT_MS = 45_000;

/** Who may not manage webhooks cannot sign deliveries, or use the secrets in their headers. */
const withoutSecrets = ({
  signingKey: _signingKey,
  headers: _headers,
  ...rest
}: contracts.WebhookWithKey): contracts.Webhook => rest;

const RESEND = '/webhooks/{id}/resends/{resendId}';
const DELIVERIES = '/webhooks/{id}/deliveries';

/** Webhooks, their deliveries and the events, answered by the notifier. */
export const webhookRoutes: ApiRoute[] = [
  ask('POST /webhooks', contracts.createWebhook, {
    summary: 'Create a webhook',
    audit: 'webhook.created',
    status: 201,
    access: 'manage',
  }),
  ask('GET /webhooks', contracts.listWebhooks, {
    summary: 'List webhooks',
    output: contracts.pageOf(contracts.Webhook),
    shownWithoutSecrets: ({ hasMore, data }) => ({ hasMore, data: data.map(withoutSecrets) }),
  }),
  ask('GET /webhooks/{id}', contracts.getWebhook, {
    summary: 'Get a webhook',
    output: contracts.Webhook,
    shownWithoutSecrets: withoutSecrets,
  }),
  ask('PUT /webhooks/{id}', contracts.updateWebhook, {
    summary: 'Replace a webhook',
    audit: 'webhook.changed',
    access: 'manage',
  }),
  ask('DELETE /webhooks/{id}', contracts.deleteWebhook, {
    summary: 'Delete a webhook',
    audit: 'webhook.deleted',
    access: 'manage',
  }),
  ask('POST /webhooks/{id}/rotate-key', contracts.rotateWebhookKey, {
    summary: 'Rotate the signing key',
    audit: 'webhook.key_rotated',
    access: 'manage',
  }),
  ask('POST /webhooks/{id}/pause', contracts.pauseWebhook, {
    summary: 'Pause a webhook',
    audit: 'webhook.paused',
    output: contracts.Webhook,
    shownWithoutSecrets: withoutSecrets,
  }),
  ask('POST /webhooks/{id}/resume', contracts.resumeWebhook, {
    summary: 'Resume a webhook',
    audit: 'webhook.resumed',
    output: contracts.Webhook,
    shownWithoutSecrets: withoutSecrets,
  }),
  ask('GET /webhooks/{id}/summary', contracts.getWebhookSummary, {
    summary: 'Get the success rate of a webhook',
    description:
      'The attempts of all deliveries of the webhook, by day. Test events are not counted, and neither are attempts whose outcome is unknown because the service was interrupted. Days without attempts are listed with zeros.',
  }),
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
  ask(`DELETE ${RESEND}`, contracts.cancelResend, {
    summary: 'Cancel a bulk resend',
    audit: 'resend.cancelled',
  }),
  ask(`POST ${DELIVERIES}/{deliveryId}/resend`, contracts.resendDelivery, {
    summary: 'Resend a delivery',
    status: 202,
  }),
  ask(`GET ${DELIVERIES}`, contracts.listDeliveries, { summary: 'List the deliveries of a webhook' }),
  ask(`GET ${DELIVERIES}/{deliveryId}`, contracts.getDelivery, { summary: 'Get a delivery' }),
  ask('GET /events', contracts.listEvents, {
    summary: 'List the events of the account',
    description:
      'With `wait`, the response to a page without events is delayed until there is an event, at most for this number of seconds. The response may be sent earlier.',
    input: contracts.EventQuery.extend({ wait: contracts.WaitSeconds }),
    isWorthWaitingFor: ({ data }) => data.length > 0,
  }),
];

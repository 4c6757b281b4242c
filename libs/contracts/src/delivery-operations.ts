import { z } from 'zod';
import { AttemptSummary, SummaryQuery } from './attempt-summary.ts';
import { defineOperation, operationOn } from './define-operation.ts';
import {
  Delivery,
  DeliveryQuery,
  EventEnvelope,
  EventQuery,
  ReceiverReport,
  Resend,
  ResendInput,
} from './delivery.ts';
import { countedPageOf } from './list.ts';
import { EventName } from './events.ts';

const byDelivery = z.strictObject({ id: z.string(), deliveryId: z.string() });

const byResend = z.strictObject({ id: z.string(), resendId: z.string() });

export const getWebhookSummary = defineOperation({
  subject: 'ask.notifier.get-webhook-summary',
  http: 'GET /webhooks/{id}/summary',
  summary: 'Get the success rate of a webhook',
  description:
    'The attempts of all deliveries of the webhook, by day. Test events are not counted, and neither are attempts whose outcome is unknown because the service was interrupted. Days without attempts are listed with zeros.',
  input: SummaryQuery.extend({ id: z.string() }),
  output: AttemptSummary,
  errors: ['webhook-not-found'],
});

/** Sends an example of an event. */
export const testWebhook = defineOperation({
  subject: 'ask.notifier.test-webhook',
  http: 'POST /webhooks/{id}/test',
  summary: 'Send an example of an event',
  status: 202,
  input: z
    .strictObject({ id: z.string(), event: EventName })
    .meta({ example: { event: 'publication.succeeded' } }),
  output: Delivery,
  errors: ['webhook-not-found', 'webhook-not-active'],
});

/** Sends valid and invalid deliveries to a receiver at once and reports its responses. */
export const verifyWebhook = operationOn('ask.notifier.verify-webhook', ReceiverReport, {
  http: 'POST /webhooks/{id}/verify',
  summary: 'Verify the receiver of a webhook',
  timeoutMs: 45_000,
  errors: ['webhook-not-found'],
});

/** Starts a bulk resend in the background. */
export const resendDeliveries = defineOperation({
  subject: 'ask.notifier.resend-deliveries',
  http: 'POST /webhooks/{id}/resend',
  summary: 'Bulk resend deliveries',
  description:
    'The deliveries are queued again in the background: `queued` and `examined` of the response are the progress so far, and `GET /webhooks/{id}/resends/{resendId}` returns it later.',
  audit: 'webhook.resend_started',
  status: 202,
  input: ResendInput.extend({ id: z.string() }).meta({ example: ResendInput.meta()?.['example'] }),
  output: Resend,
  errors: ['webhook-not-found', 'webhook-disabled', 'resend-range-missing'],
});

export const getResend = defineOperation({
  subject: 'ask.notifier.get-resend',
  http: 'GET /webhooks/{id}/resends/{resendId}',
  summary: 'Get a bulk resend',
  input: byResend,
  output: Resend,
  errors: ['webhook-not-found', 'resend-not-found'],
});

/** Cancels a resend; deliveries that it has queued are sent. */
export const cancelResend = defineOperation({
  subject: 'ask.notifier.cancel-resend',
  http: 'DELETE /webhooks/{id}/resends/{resendId}',
  summary: 'Cancel a bulk resend',
  audit: 'resend.cancelled',
  input: byResend,
  output: Resend,
  errors: ['webhook-not-found', 'resend-not-found', 'resend-ended'],
});

/** Resends a delivery: the same bytes with a new signature, and a new schedule of retries. */
export const resendDelivery = defineOperation({
  subject: 'ask.notifier.resend-delivery',
  http: 'POST /webhooks/{id}/deliveries/{deliveryId}/resend',
  summary: 'Resend a delivery',
  status: 202,
  input: byDelivery,
  output: Delivery,
  errors: ['webhook-not-found', 'delivery-not-found', 'webhook-disabled'],
});

export const listDeliveries = defineOperation({
  subject: 'ask.notifier.list-deliveries',
  http: 'GET /webhooks/{id}/deliveries',
  summary: 'List the deliveries of a webhook',
  input: DeliveryQuery.extend({ id: z.string() }),
  output: countedPageOf(Delivery),
  errors: ['webhook-not-found'],
});

export const getDelivery = defineOperation({
  subject: 'ask.notifier.get-delivery',
  http: 'GET /webhooks/{id}/deliveries/{deliveryId}',
  summary: 'Get a delivery',
  input: byDelivery,
  output: Delivery,
  errors: ['webhook-not-found', 'delivery-not-found'],
});

export const listEvents = defineOperation({
  subject: 'ask.notifier.list-events',
  http: 'GET /events',
  summary: 'List the events of the account',
  description:
    'With `wait`, the response to a page without events is delayed until there is an event, at most for this number of seconds. The response may be sent earlier.',
  input: EventQuery,
  output: countedPageOf(EventEnvelope),
});

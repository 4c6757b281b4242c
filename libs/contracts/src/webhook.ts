import { z } from 'zod';
import { defineWake } from './define-message.ts';
import { defineOperation } from './define-operation.ts';
import { EXAMPLE_ID } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery, pageOf } from './list.ts';

export const EVENT_NAMES = [
  'request.created', 'publication.succeeded', 'publication.failed', 'property.processing_succeeded',
  'property.processing_failed', 'request.parsing_failed',
] as const; // prettier-ignore
export const EventName = z.enum(EVENT_NAMES);
export type EventName = z.infer<typeof EventName>;

export const WebhookInput = z
  .strictObject({
    url: z.url({ protocol: /^https?$/, error: 'must be an https address' }).max(2000),
    events: z
      .array(EventName)
      .min(1)
      .max(EVENT_NAMES.length)
      .refine((events) => new Set(events).size === events.length, { error: 'must not name an event twice' }),
  })
  .meta({
    id: 'WebhookInput',
    example: { url: 'https://app.example.org/hooks', events: ['publication.succeeded'] },
  });
export type WebhookInput = z.infer<typeof WebhookInput>;

export const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    events: z.array(EventName),
    signingKey: z.string(),
    status: z.enum(['enabled', 'disabled']),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Webhook', description: 'An address that is told about events.' });
export type Webhook = z.infer<typeof Webhook>;

export const DeliveryAttempt = z.object({
  at: Timestamp,
  statusCode: z.int().optional(),
  body: z.string().optional(),
  error: z.string().optional(),
  durationMs: z.number().optional(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryStatus = z.enum(['pending', 'succeeded', 'failed', 'discarded']);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const Delivery = z
  .object({
    id: Id,
    eventId: Id,
    eventName: EventName,
    status: DeliveryStatus,
    nextAttemptAt: Timestamp.optional(),
    attempts: z.array(DeliveryAttempt),
  })
  .meta({ id: 'Delivery', description: 'One event on its way to one webhook.' });
export type Delivery = z.infer<typeof Delivery>;

/** What a receiver gets: the body of a delivery. */
export const EventEnvelope = z
  .object({
    eventId: Id,
    eventName: EventName,
    eventPayload: z.record(z.string(), z.unknown()),
    eventTime: Timestamp,
  })
  .meta({ id: 'Event', description: 'Something that happened on the account.' });
export type EventEnvelope = z.infer<typeof EventEnvelope>;

const byId = z.strictObject({ id: z.string() });

export const createWebhook = defineOperation({
  subject: 'ask.notifier.create-webhook',
  input: WebhookInput,
  output: Webhook,
  errors: ['webhook-url-refused'],
});
export const listWebhooks = defineOperation({
  subject: 'ask.notifier.list-webhooks',
  input: ListQuery,
  output: pageOf(Webhook),
});
export const getWebhook = defineOperation({
  subject: 'ask.notifier.get-webhook',
  input: byId,
  output: Webhook,
  errors: ['webhook-not-found'],
});
export const updateWebhook = defineOperation({
  subject: 'ask.notifier.update-webhook',
  input: WebhookInput.extend({ id: z.string() }),
  output: Webhook,
  errors: ['webhook-not-found', 'webhook-url-refused'],
});
export const deleteWebhook = defineOperation({
  subject: 'ask.notifier.delete-webhook',
  input: byId,
  output: Webhook,
  errors: ['webhook-not-found'],
});
export const listDeliveries = defineOperation({
  subject: 'ask.notifier.list-deliveries',
  input: ListQuery.extend({ id: z.string() }),
  output: pageOf(Delivery),
  errors: ['webhook-not-found'],
});
export const getDelivery = defineOperation({
  subject: 'ask.notifier.get-delivery',
  input: z.strictObject({ id: z.string(), deliveryId: z.string() }),
  output: Delivery,
  errors: ['webhook-not-found', 'delivery-not-found'],
});
export const listEvents = defineOperation({
  subject: 'ask.notifier.list-events',
  input: ListQuery.extend({ eventName: EventName.optional() }),
  output: pageOf(EventEnvelope),
});

/** A webhook has deliveries that are due. */
export const Deliver = defineWake({
  subject: 'wake.notifier.deliver',
  data: z.object({ webhookId: Id }),
  example: { webhookId: EXAMPLE_ID },
});

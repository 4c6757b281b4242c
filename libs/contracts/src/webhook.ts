import { z } from 'zod';
import { defineOperation, operationOn } from './define-operation.ts';
import { EVENT_NAMES, EventName } from './events.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery, pageOf } from './list.ts';
import { distinct, someOf } from './field-rules.ts';
import { asStored } from './stored.ts';
import { DisabledReason } from './webhook-events.ts';
import { webhookSettings } from './webhook-settings.ts';

export const WebhookInput = z
  .strictObject({
    // Whether http is allowed is checked by the notifier, because the operator decides it.
    url: z
      .url({ protocol: /^https?$/, error: 'must be a complete URL such as https://app.example.org/hooks' })
      .max(2000)
      .meta({ description: 'An https URL. http is accepted only if the operator allows it.' }),
    events: distinct(someOf(EventName).max(EVENT_NAMES.length), 'must not contain an event twice'),
    ...webhookSettings,
  })
  .meta({
    id: 'WebhookInput',
    example: { url: 'https://app.example.org/hooks', events: ['publication.succeeded'] },
  });
export type WebhookInput = z.infer<typeof WebhookInput>;

export const WebhookStatus = z.enum(['active', 'paused', 'disabled']);
export type WebhookStatus = z.infer<typeof WebhookStatus>;

const exampleWebhook = {
  id: EXAMPLE_ID,
  url: 'https://app.example.org/hooks',
  events: ['publication.succeeded' as const],
  signingKey: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
  status: 'active' as const,
  createdAt: EXAMPLE_TIME,
  updatedAt: EXAMPLE_TIME,
};

export const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    events: z.array(EventName),
    signingKey: z.string().optional().meta({
      description: 'The key that signs deliveries. Absent if the API key lacks the scope `write`.',
    }),
    status: WebhookStatus.meta({
      description:
        'A paused webhook keeps its deliveries. A disabled webhook discards them until it is replaced or resumed.',
    }),
    disabledReason: DisabledReason.optional(),
    warning: z.string().optional().meta({ description: 'What happens if the receiver keeps failing.' }),
    failingSince: Timestamp.optional().meta({
      description: 'When the receiver first failed after the last success.',
    }),
    disablesAt: Timestamp.optional().meta({
      description: 'When the webhook is disabled if no delivery succeeds before.',
    }),
    ...asStored(z.object(webhookSettings)).shape,
    previousKeysUntil: Timestamp.optional().meta({ description: 'Former keys also sign until this time.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({
    id: 'Webhook',
    description: 'A URL to which the service sends events.',
    example: exampleWebhook,
  });
export type Webhook = z.infer<typeof Webhook>;

/** The response of its owner, and the resource for callers with write permission. */
export const WebhookWithKey = Webhook.required({ signingKey: true }).meta({
  id: 'WebhookWithKey',
  description: 'A webhook with the key that signs its deliveries.',
  example: { ...exampleWebhook, headers: { Authorization: 'Bearer 5f1c' } },
});
export type WebhookWithKey = z.infer<typeof WebhookWithKey>;

export const createWebhook = defineOperation({
  subject: 'ask.notifier.create-webhook',
  http: 'POST /webhooks',
  summary: 'Create a webhook',
  status: 201,
  access: 'manage',
  audit: 'webhook.created',
  input: WebhookInput,
  output: WebhookWithKey,
  errors: ['webhook-url-refused', 'target-unknown'],
});
export const listWebhooks = defineOperation({
  subject: 'ask.notifier.list-webhooks',
  http: 'GET /webhooks',
  summary: 'List webhooks',
  input: ListQuery,
  output: pageOf(WebhookWithKey),
});
export const getWebhook = operationOn('ask.notifier.get-webhook', WebhookWithKey, {
  http: 'GET /webhooks/{id}',
  summary: 'Get a webhook',
  errors: ['webhook-not-found'],
});
export const updateWebhook = defineOperation({
  subject: 'ask.notifier.update-webhook',
  http: 'PUT /webhooks/{id}',
  summary: 'Replace a webhook',
  access: 'manage',
  audit: 'webhook.changed',
  input: WebhookInput.extend({ id: z.string() }).meta({ example: WebhookInput.meta()?.['example'] }),
  output: WebhookWithKey,
  errors: ['webhook-not-found', 'webhook-url-refused', 'target-unknown'],
});
export const deleteWebhook = operationOn('ask.notifier.delete-webhook', WebhookWithKey, {
  http: 'DELETE /webhooks/{id}',
  summary: 'Delete a webhook',
  access: 'manage',
  audit: 'webhook.deleted',
  errors: ['webhook-not-found'],
});
/** Creates a new signing key; deliveries are signed with both keys for a day. */
export const rotateWebhookKey = operationOn('ask.notifier.rotate-webhook-key', WebhookWithKey, {
  http: 'POST /webhooks/{id}/rotate-key',
  summary: 'Rotate the signing key',
  access: 'manage',
  audit: 'webhook.key_rotated',
  errors: ['webhook-not-found', 'too-many-signing-keys', 'webhook-changed'],
});
/** Holds the deliveries of a webhook until it is resumed. */
export const pauseWebhook = operationOn('ask.notifier.pause-webhook', WebhookWithKey, {
  http: 'POST /webhooks/{id}/pause',
  summary: 'Pause a webhook',
  audit: 'webhook.paused',
  errors: ['webhook-not-found', 'webhook-disabled'],
});
/** Sends held deliveries; a disabled webhook works again. */
export const resumeWebhook = operationOn('ask.notifier.resume-webhook', WebhookWithKey, {
  http: 'POST /webhooks/{id}/resume',
  summary: 'Resume a webhook',
  audit: 'webhook.resumed',
  errors: ['webhook-not-found'],
});

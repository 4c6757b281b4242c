import { z } from 'zod';
import { defineEvent } from './define-message.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';

/** The reasons for disabling a webhook: its receiver returned 410, or accepted no deliveries for five days. */
export const DisabledReason = z.enum(['receiver_gone', 'failing']);
export type DisabledReason = z.infer<typeof DisabledReason>;

/** Identifies the webhook. Its URL is left out, because it may contain a secret that other receivers must not get. */
const webhook = z.object({ webhookId: Id, name: z.string().optional(), host: z.string() });
const example = { webhookId: EXAMPLE_ID, name: 'CRM', host: 'app.example.org' };

/** Published when a webhook is about to be disabled for its failures; sent to the other webhooks of the account. */
export const WebhookFailing = defineEvent({
  subject: 'event.webhook.failing',
  data: webhook.extend({ failingSince: Timestamp, disablesAt: Timestamp }),
  example: { ...example, failingSince: EXAMPLE_TIME, disablesAt: '2026-11-06T08:30:00.000Z' },
});

/** Published when a webhook was disabled; sent to the other webhooks of the account. */
export const WebhookDisabled = defineEvent({
  subject: 'event.webhook.disabled',
  data: webhook.extend({
    disabledReason: DisabledReason,
    disabledAt: Timestamp,
    failingSince: Timestamp.optional(),
  }),
  example: { ...example, disabledReason: 'receiver_gone', disabledAt: EXAMPLE_TIME },
});

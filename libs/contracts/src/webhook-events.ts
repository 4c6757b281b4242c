import { z } from 'zod';
import { defineEvent } from './define-message.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';

/** Why a webhook was disabled: its receiver answered 410, or accepted no deliveries for five days. */
export const DisabledReason = z.enum(['receiver_gone', 'failing']);
export type DisabledReason = z.infer<typeof DisabledReason>;

/** Names the webhook. Its whole address may contain a secret, which other receivers must not get. */
const webhook = z.object({ webhookId: Id, name: z.string().optional(), host: z.string() });
const example = { webhookId: EXAMPLE_ID, name: 'CRM', host: 'app.example.org' };

/** A webhook has accepted nothing for so long that it will be disabled; sent to the other webhooks of the account. */
export const WebhookFailing = defineEvent({
  subject: 'event.webhook.failing',
  data: webhook.extend({ failingSince: Timestamp, disablesAt: Timestamp }),
  example: { ...example, failingSince: EXAMPLE_TIME, disablesAt: '2026-11-06T08:30:00.000Z' },
});

/** A webhook was disabled; sent to the other webhooks of the account. */
export const WebhookDisabled = defineEvent({
  subject: 'event.webhook.disabled',
  data: webhook.extend({
    disabledReason: DisabledReason,
    disabledAt: Timestamp,
    failingSince: Timestamp.optional(),
  }),
  example: { ...example, disabledReason: 'receiver_gone', disabledAt: EXAMPLE_TIME },
});

import { WebhookDisabled, WebhookFailing } from '@estate/contracts';
import type { DisabledReason } from '@estate/contracts';
import { message } from '@estate/messaging';
import type { OutgoingMessage } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { disabledFrom } from '../domain/webhook.ts';
import type { StoredWebhook } from '../domain/webhook.ts';

type Announced = Pick<StoredWebhook, 'id' | 'accountId' | 'name' | 'url' | 'failingSince'>;

/** Tells the account that a webhook will be disabled. */
export const failingEvent = (webhook: Announced & { failingSince: Date }, at: Date): OutgoingMessage => {
  const disablesAt = disabledFrom({ ...webhook, warnedAt: at });
  const failing = { failingSince: webhook.failingSince.toISOString(), disablesAt: disablesAt.toISOString() };
  return message(WebhookFailing, { ...namesOf(webhook), ...failing }, aboutOf(webhook, at));
};

/** Tells the account that a webhook was disabled. */
export const disabledEvent = (
  webhook: Announced,
  disabledReason: DisabledReason,
  at: Date,
): OutgoingMessage => {
  const { failingSince } = webhook;
  const disabled = {
    disabledReason,
    disabledAt: at.toISOString(),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
  };
  return message(WebhookDisabled, { ...namesOf(webhook), ...disabled }, aboutOf(webhook, at));
};

const namesOf = ({ id, name, url }: Announced) => ({
  webhookId: id,
  host: new URL(url).host,
  ...(name !== undefined && { name }),
});

const aboutOf = ({ accountId }: Announced, at: Date) => ({ id: newId(), accountId, at });

import type { WebhookWithKey } from '@estate/contracts';
import type { Deps } from '../deps.ts';
import { toWebhook } from '../domain/webhook.ts';
import type { StoredWebhook } from '../domain/webhook.ts';

/** The resource with its signing key, which the customer needs to verify deliveries. */
export const webhookWithKey = (
  webhook: StoredWebhook,
  { vault, clock }: Pick<Deps, 'vault' | 'clock'>,
): WebhookWithKey => toWebhook(webhook, (sealed) => vault.open(sealed, webhook.id), clock());

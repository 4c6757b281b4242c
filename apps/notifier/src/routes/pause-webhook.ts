import { pauseWebhook } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { webhookWithKey } from '../webhooks/webhook-with-key.ts';

/** Holds pending and new deliveries; attempts under way end normally. */
export const pauseWebhookRoute = (deps: Deps) =>
  answer(pauseWebhook, async ({ id }, { accountId }) => {
    const paused = await deps.webhooks.pause({ accountId, id, now: deps.clock() });
    const webhook = paused ?? (await deps.webhooks.get(accountId, id));
    if (webhook.status === 'disabled') {
      throw new InvalidInput('A disabled webhook cannot be paused. Resume it first.', {
        code: 'webhook-disabled',
      });
    }
    if (webhook.status === 'paused') await deps.deliveries.hold(id);
    return webhookWithKey(webhook, deps);
  });

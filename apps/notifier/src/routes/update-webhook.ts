import { updateWebhook } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { requireAllowedUrl } from '../channels/allowed-url.ts';
import { webhookWithKey } from '../webhooks/webhook-with-key.ts';

/** Replaces address and subscriptions, and enables a disabled webhook. */
export const updateWebhookRoute = (deps: Deps) =>
  answer(updateWebhook, async ({ id, ...input }, asker) => {
    const { accountId } = asker;
    const replaced = await changeIfMatch(asker, {
      shownBy: updateWebhook,
      read: () => deps.webhooks.get(accountId, id),
      show: (webhook) => webhookWithKey(webhook, deps),
      write: async (seen, only) => {
        await requireAllowedUrl(input.url, deps.policy);
        return deps.webhooks.replace({ accountId, id, now: deps.clock(), ...(only && { seen }) }, input);
      },
    });
    const webhook = found(replaced, 'webhook', id);
    deps.dispatcher.startAfresh(id);
    return webhookWithKey(webhook, deps);
  });

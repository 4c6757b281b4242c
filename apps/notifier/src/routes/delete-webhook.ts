import { deleteWebhook } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { webhookWithKey } from '../webhooks/webhook-with-key.ts';

/** Discards pending deliveries; if this fails, the dispatcher discards them when they are due. */
export const deleteWebhookRoute = (deps: Deps) =>
  answer(deleteWebhook, async ({ id }, asker) => {
    const { accountId } = asker;
    const removed = await changeIfMatch(asker, {
      shownBy: deleteWebhook,
      read: () => deps.webhooks.get(accountId, id),
      show: (webhook) => webhookWithKey(webhook, deps),
      write: (seen, only) =>
        deps.webhooks.remove({ accountId, id, now: deps.clock(), ...(only && { seen }) }),
    });
    const webhook = found(removed, 'webhook', id);
    await deps.deliveries.discardPending(id, webhook);
    return webhookWithKey(webhook, deps);
  });

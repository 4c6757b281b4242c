import { listWebhooks } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { webhookWithKey } from '../webhooks/webhook-with-key.ts';

export const listWebhooksRoute = (deps: Deps) =>
  answer(listWebhooks, async (query, { accountId }) => {
    const { hasMore, data } = await deps.webhooks.list(accountId, query);
    return { hasMore, data: data.map(readable((webhook) => webhookWithKey(webhook, deps))) };
  });

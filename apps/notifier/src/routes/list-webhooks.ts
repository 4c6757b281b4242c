import { listWebhooks } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { shown } from './shown.ts';

export const listWebhooksRoute = (deps: Deps) =>
  answer(listWebhooks, async (query, { accountId }) => {
    const { hasMore, data } = await deps.webhooks.list(accountId, query);
    return { hasMore, data: data.map((webhook) => shown(webhook, deps)) };
  });

import { deleteWebhook } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { shown } from './shown.ts';

/** What a deleted webhook still had to get is discarded; should that fail here, whoever finds it due does it. */
export const deleteWebhookRoute = (deps: Deps): Answer =>
  answer(deleteWebhook, async ({ id }, { accountId }) => {
    const webhook = await deps.webhooks.remove({ accountId, id, now: deps.clock() });
    await deps.deliveries.discardPending(id);
    return shown(webhook, deps);
  });

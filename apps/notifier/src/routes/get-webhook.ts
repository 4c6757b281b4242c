import { getWebhook } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { webhookWithKey } from '../webhooks/webhook-with-key.ts';

export const getWebhookRoute = (deps: Deps) =>
  answer(getWebhook, async ({ id }, { accountId }) =>
    webhookWithKey(await deps.webhooks.get(accountId, id), deps),
  );

import { verifyWebhook } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { verifyReceiver } from '../deliveries/verify-receiver.ts';
import type { Deps } from '../deps.ts';

export const verifyWebhookRoute = (deps: Deps) =>
  answer(verifyWebhook, async ({ id }, { accountId }) => {
    const webhook = await deps.webhooks.get(accountId, id);
    const { checkChannel: channel, newId, clock } = deps;
    return verifyReceiver(webhook, deps.dispatcher.secretsOf(webhook), { channel, newId, clock });
  });

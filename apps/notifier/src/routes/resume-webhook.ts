import { Deliver, resumeWebhook } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { webhookWithKey } from '../webhooks/webhook-with-key.ts';

/** Sends what was held. Events that a disabled webhook missed are sent only by a resend. */
export const resumeWebhookRoute = (deps: Deps) =>
  answer(resumeWebhook, async ({ id }, { accountId }) => {
    const webhook = await deps.webhooks.resume({ accountId, id, now: deps.clock() });
    await deps.deliveries.release(webhook, deps.clock());
    deps.dispatcher.startAfresh(id);
    deps.bus.wake(Deliver, { webhookId: id });
    return webhookWithKey(webhook, deps);
  });

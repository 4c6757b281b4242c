import { resendDelivery } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { showingDeliveries } from '../deliveries/shown-delivery.ts';
import { resendableWebhook } from '../webhooks/resendable-webhook.ts';

/** Sends the same bytes again, with a new signature and a new plan; a pending delivery stays as it is. */
export const resendDeliveryRoute = (deps: Deps) =>
  answer(resendDelivery, async ({ id, deliveryId }, { accountId }) => {
    const webhook = await resendableWebhook(deps, { accountId, id });
    const stored = await deps.deliveries.get(id, deliveryId);
    const show = await showingDeliveries(deps, accountId, [stored]);
    // It must be the account's own before it is queued.
    show(stored);
    const at = { webhook, id: deliveryId, now: deps.clock() };
    const delivery = await deps.deliveries.requeue(at, webhook.status === 'paused' ? 'held' : 'pending');
    deps.dispatcher.wake(id);
    return show(delivery);
  });

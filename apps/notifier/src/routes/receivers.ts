import * as contracts from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { answer } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import { verifyReceiver } from '../deliveries/verify-receiver.ts';
import type { Deps } from '../deps.ts';
import { newDelivery, toDelivery } from '../domain/delivery.ts';
import type { StoredDelivery } from '../domain/delivery.ts';
import { testEvent } from '../domain/test-event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';

/** Sends an example of any event like a real one, but without a number. */
export const testWebhookRoute = (deps: Deps) =>
  answer(contracts.testWebhook, async ({ id, event }, { accountId, ...reservation }) => {
    const webhook = await deps.webhooks.get(accountId, id);
    if (webhook.status !== 'active') {
      throw new InvalidInput(`The webhook is ${webhook.status}. Resume it first.`, {
        code: 'webhook-not-active',
      });
    }
    const delivery = await createOnce(reservation, {
      newId: deps.newId,
      find: (deliveryId) => deps.deliveries.find(deliveryId),
      create: (deliveryId) => storeTest(deps, { webhook, deliveryId, eventName: event }),
    });
    deps.dispatcher.wake(id);
    return toDelivery(delivery, deps.schedule);
  });

async function storeTest(
  { clock, newId, events, intake }: Deps,
  of: { webhook: StoredWebhook; deliveryId: string; eventName: contracts.EventName },
): Promise<StoredDelivery> {
  const { webhook, deliveryId, eventName } = of;
  const now = clock();
  const event = testEvent(eventName, { id: newId(), accountId: webhook.accountId, now });
  await events.insertOnce([event]);
  const delivery = { ...newDelivery(event, webhook, { id: deliveryId, now }), test: true };
  await intake.insertTest(delivery);
  return delivery;
}

export const verifyWebhookRoute = (deps: Deps) =>
  answer(contracts.verifyWebhook, async ({ id }, { accountId }) => {
    const webhook = await deps.webhooks.get(accountId, id);
    const { checkChannel: channel, newId, clock } = deps;
    return verifyReceiver(webhook, deps.dispatcher.secretsOf(webhook), { channel, newId, clock });
  });

/** The receiver of a webhook is tested and verified. */
export const receiverRoutes = (deps: Deps) => [testWebhookRoute(deps), verifyWebhookRoute(deps)];

import { testWebhook } from '@estate/contracts';
import type { EventName } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { answer } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { newDelivery, toDelivery } from '../domain/delivery.ts';
import type { StoredDelivery } from '../domain/delivery.ts';
import { testEvent } from '../domain/test-event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';

/** Sends an example of any event like a real one, but without a number. */
export const testWebhookRoute = (deps: Deps) =>
  answer(testWebhook, async ({ id, event }, { accountId, ...reservation }) => {
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
  of: { webhook: StoredWebhook; deliveryId: string; eventName: EventName },
): Promise<StoredDelivery> {
  const { webhook, deliveryId, eventName } = of;
  const now = clock();
  const event = testEvent(eventName, { id: newId(), accountId: webhook.accountId, now });
  await events.insertOnce([event]);
  const delivery = { ...newDelivery(event, webhook, { id: deliveryId, now }), test: true };
  await intake.insertTest(delivery);
  return delivery;
}

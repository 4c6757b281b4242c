import { getDelivery } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toDelivery } from '../domain/delivery.ts';

export const getDeliveryRoute = ({ webhooks, deliveries, schedule }: Deps) =>
  answer(getDelivery, async ({ id, deliveryId }, { accountId }) => {
    await webhooks.get(accountId, id);
    return toDelivery(await deliveries.get(id, deliveryId), schedule);
  });

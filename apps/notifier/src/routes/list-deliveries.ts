import { listDeliveries } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toDelivery } from '../domain/delivery.ts';

export const listDeliveriesRoute = ({ webhooks, deliveries, schedule }: Deps) =>
  answer(listDeliveries, async ({ id, ...query }, { accountId }) => {
    await webhooks.get(accountId, id);
    const { data, ...page } = await deliveries.list(id, query);
    return { ...page, data: data.map(readable((delivery) => toDelivery(delivery, schedule))) };
  });

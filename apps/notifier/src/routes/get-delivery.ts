import { getDelivery } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { showingDeliveries } from '../deliveries/shown-delivery.ts';

export const getDeliveryRoute = (deps: Deps) =>
  answer(getDelivery, async ({ id, deliveryId }, { accountId }) => {
    await deps.webhooks.get(accountId, id);
    const delivery = await deps.deliveries.get(id, deliveryId);
    return (await showingDeliveries(deps, accountId, [delivery]))(delivery);
  });

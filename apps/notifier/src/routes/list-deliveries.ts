import { listDeliveries } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { showingDeliveries } from '../deliveries/shown-delivery.ts';

export const listDeliveriesRoute = (deps: Deps) =>
  answer(listDeliveries, async ({ id, ...query }, { accountId }) => {
    await deps.webhooks.get(accountId, id);
    const { data, ...page } = await deps.deliveries.list(id, query);
    return { ...page, data: data.map(readable(await showingDeliveries(deps, accountId, data))) };
  });

import type { Delivery } from '@estate/contracts';
import { found } from '@estate/errors';
import type { Deps } from '../deps.ts';
import { toDelivery } from '../domain/delivery.ts';
import type { StoredDelivery } from '../domain/delivery.ts';

type Showing = Pick<Deps, 'events' | 'schedule'>;

/**
 * Shows deliveries to an account. One that is damaged and names an event of another account shows nothing of it. @throws NotFound for
 * such a delivery
 */
export async function showingDeliveries(
  { events, schedule }: Showing,
  accountId: string,
  deliveries: readonly StoredDelivery[],
): Promise<(delivery: StoredDelivery) => Delivery> {
  const foreign = await events.foreignTo(
    accountId,
    deliveries.map(({ eventId }) => eventId),
  );
  return (delivery) => {
    const isOwn = delivery.accountId === accountId && !foreign.has(delivery.eventId);
    return toDelivery(found(isOwn ? delivery : null, 'delivery', delivery.id), schedule);
  };
}

import type { Db } from '@estate/persistence';
import { DeliveryStore } from './delivery-store.ts';
import { EventStore } from './event-store.ts';
import { WebhookStore } from './webhook-store.ts';

export interface Stores {
  webhooks: WebhookStore;
  events: EventStore;
  deliveries: DeliveryStore;
}

/** Opens the collections and makes sure that their indexes exist. */
export async function openStores(db: Db): Promise<Stores> {
  const stores = {
    webhooks: new WebhookStore(db),
    events: new EventStore(db),
    deliveries: new DeliveryStore(db),
  };
  await Promise.all([
    stores.webhooks.ensureIndexes(),
    stores.events.ensureIndexes(),
    stores.deliveries.ensureIndexes(),
  ]);
  return stores;
}

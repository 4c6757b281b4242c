import type { Db } from '@estate/persistence';
import { DeliveryIntake } from './delivery-intake.ts';
import { DeliveryStore } from './delivery-store.ts';
import { EventStore } from './event-store.ts';
import { OutcomeStore } from './outcome-store.ts';
import { ResendStore } from './resend-store.ts';
import { WebhookStore } from './webhook-store.ts';

export interface Stores {
  webhooks: WebhookStore;
  events: EventStore;
  deliveries: DeliveryStore;
  intake: DeliveryIntake;
  outcomes: OutcomeStore;
  resends: ResendStore;
}

/** Opens the collections and makes sure that their indexes exist. */
export async function openStores(db: Db): Promise<Stores> {
  const stores = {
    webhooks: new WebhookStore(db),
    events: new EventStore(db),
    deliveries: new DeliveryStore(db),
    intake: new DeliveryIntake(db),
    outcomes: new OutcomeStore(db),
    resends: new ResendStore(db),
  };
  await Promise.all([
    stores.webhooks.ensureIndexes(),
    stores.events.ensureIndexes(),
    stores.deliveries.ensureIndexes(),
    stores.resends.ensureIndexes(),
  ]);
  return stores;
}

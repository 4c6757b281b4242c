import type { StoreContext } from '@estate/runtime';
import { notifierInvariants } from '../audit/invariants.ts';
import { DeliveryIntake } from './delivery-intake.ts';
import { DeliveryStore } from './delivery-store.ts';
import { EventStore } from './event-store.ts';
import { OutcomeStore } from './outcome-store.ts';
import { ResendStore } from './resend-store.ts';
import { WebhookStore } from './webhook-store.ts';

/** Everything the notifier stores, with its indexes. */
export async function openStores({ database: { db } }: Pick<StoreContext, 'database'>) {
  const webhooks = new WebhookStore(db);
  const stores = {
    webhooks,
    events: new EventStore(db),
    deliveries: new DeliveryStore(db),
    intake: new DeliveryIntake(db),
    outcomes: new OutcomeStore(db),
    resends: new ResendStore(db),
    sealed: [webhooks.sealed],
    invariants: notifierInvariants(db),
  };
  await Promise.all([
    stores.webhooks.ensureIndexes(),
    stores.events.ensureIndexes(),
    stores.deliveries.ensureIndexes(),
    stores.resends.ensureIndexes(),
  ]);
  return stores;
}

export type Stores = Awaited<ReturnType<typeof openStores>>;

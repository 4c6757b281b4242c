import type { EgressPolicy } from '@estate/egress';
import type { Bus } from '@estate/messaging';
import type { Vault } from '@estate/vault';
import type { Dispatcher } from './deliveries/dispatcher.ts';
import type { DeliveryStore } from './stores/delivery-store.ts';
import type { EventStore } from './stores/event-store.ts';
import type { WebhookStore } from './stores/webhook-store.ts';

/** Everything a route or a handler may touch. */
export interface Deps {
  clock: () => Date;
  newId: () => string;
  bus: Pick<Bus, 'wake'>;
  vault: Pick<Vault, 'seal' | 'open'>;
  /** Which addresses a webhook may have. */
  policy: EgressPolicy;
  webhooks: Pick<WebhookStore, 'insert' | 'get' | 'find' | 'list' | 'replace' | 'remove' | 'subscribedTo'>;
  events: Pick<EventStore, 'insertOnce' | 'list'>;
  deliveries: Pick<DeliveryStore, 'insertOnce' | 'list' | 'get' | 'discardPending'>;
  dispatcher: Pick<Dispatcher, 'ring'>;
}

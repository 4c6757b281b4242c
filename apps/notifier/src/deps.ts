import type { EgressPolicy } from '@estate/egress';
import type { Bus } from '@estate/messaging';
import type { Auditor, Worker } from '@estate/persistence';
import type { Vault } from '@estate/vault';
import type { WebhookChannel } from './channels/webhook-channel.ts';
import type { Dispatcher } from './deliveries/dispatcher.ts';
import type { FanOut } from './deliveries/fan-out.ts';
import type { Schedule } from './domain/repeat-schedule.ts';
import type { DeliveryIntake } from './stores/delivery-intake.ts';
import type { DeliveryStore } from './stores/delivery-store.ts';
import type { EventStore } from './stores/event-store.ts';
import type { ResendStore } from './stores/resend-store.ts';
import type { WebhookStore } from './stores/webhook-store.ts';
import type { Manifest } from './manifest.ts';

/** Everything a route or a handler may touch. */
export interface Deps {
  clock: () => Date;
  newId: () => string;
  bus: Pick<Bus<Manifest>, 'wake'>;
  vault: Vault;
  auditor: Pick<Auditor, 'violations'>;
  /** Which addresses a webhook may have. */
  policy: EgressPolicy;
  webhooks: Pick<
    WebhookStore,
    'insert' | 'get' | 'find' | 'list' | 'replace' | 'remove' | 'pause' | 'resume' | 'replaceKeys' | 'reseal'
  >;
  events: Pick<EventStore, 'insertOnce' | 'list'>;
  deliveries: Pick<
    DeliveryStore,
    'list' | 'get' | 'find' | 'discardPending' | 'requeue' | 'hold' | 'release'
  >;
  intake: Pick<DeliveryIntake, 'insertTest'>;
  resends: Pick<ResendStore, 'insert' | 'get' | 'find' | 'cancel'>;
  fanOut: Pick<FanOut, 'add'>;
  /** The plan of attempts of a delivery. */
  schedule: Pick<Schedule, 'baseMs'>;
  dispatcher: Pick<Dispatcher, 'wake' | 'startAfresh' | 'keysOf'>;
  resender: Pick<Worker, 'wake'>;
  /** For the check of a receiver, whose four exchanges somebody waits for. */
  checkChannel: WebhookChannel;
}

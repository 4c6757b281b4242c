import type { EgressPolicy } from '@estate/egress';
import type { Bus } from '@estate/messaging';
import type { Worker } from '@estate/persistence';
import type { Vault } from '@estate/vault';
import type { WebhookChannel } from './channels/webhook-channel.ts';
import type { Dispatcher } from './deliveries/dispatcher.ts';
import type { EraseDeps } from './erasing/erase-events.ts';
import type { FanOut } from './deliveries/fan-out.ts';
import type { Schedule } from './domain/repeat-schedule.ts';
import type { NoticeIntake } from './notices/notice-intake.ts';
import type { Manifest } from './manifest.ts';
import type { Stores } from './stores/open-stores.ts';

/** Everything a route or a handler may touch. */
export interface Deps extends Stores {
  clock: () => Date;
  newId: () => string;
  bus: Pick<Bus<Manifest>, 'ask' | 'wake'>;
  vault: Vault;
  /** The addresses that a webhook may have. */
  policy: EgressPolicy;
  fanOut: Pick<FanOut, 'add'>;
  noticeIntake: NoticeIntake;
  erasing: EraseDeps;
  erasePerson: Stores['erasePerson'];
  /** The planned times of the attempts of a delivery. */
  schedule: Pick<Schedule, 'baseMs'>;
  dispatcher: Pick<Dispatcher, 'wake' | 'startAfresh' | 'secretsOf'>;
  resender: Pick<Worker, 'wake'>;
  /** For the verification of a receiver, whose caller waits for four requests. */
  checkChannel: WebhookChannel;
}

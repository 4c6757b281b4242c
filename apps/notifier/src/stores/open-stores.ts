import { USAGE_KEPT_DAYS } from '@estate/contracts';
import {
  AttemptDays,
  ErasureTally,
  OutboxRelay,
  PublishedMessages,
  UsageStore,
  UsageTally,
  applyRules,
  erasePersonFrom,
  openCollections,
} from '@estate/persistence';
import type { ErasedPerson } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import { collections } from '../collections.ts';
import type { NotifierConfig } from '../config.ts';
import type { EraseDeps } from '../erasing/erase-events.ts';
import { AccountEmailStore } from './account-email-store.ts';
import { DeliveryIntake } from './delivery-intake.ts';
import { DeliveryStore } from './delivery-store.ts';
import { ErasedEventStore } from './erased-event-store.ts';
import { EventStore } from './event-store.ts';
import { NoticeStore } from './notice-store.ts';
import { OutcomeStore } from './outcome-store.ts';
import { ResendStore } from './resend-store.ts';
import { SentEventStore } from './sent-event-store.ts';
import { SlotStore } from './slot-store.ts';
import { WebhookStore } from './webhook-store.ts';
import { WebhookTargets } from './webhook-targets.ts';

type OpenContext = Pick<StoreContext, 'database' | 'bus' | 'log' | 'metrics'>;

/** Everything the notifier stores, with its indexes, and the relay that publishes the events about webhooks. */
export async function openStores(
  { database: { db }, bus, log, metrics }: OpenContext,
  { WEBHOOK_REPEAT_BASE_MS: baseMs }: Pick<NotifierConfig, 'WEBHOOK_REPEAT_BASE_MS'>,
) {
  const { outboxes, ...opened } = await openCollections(db, collections);
  const { docs } = opened;
  const publishedMessages = new PublishedMessages(db);
  const relay = new OutboxRelay({ bus, log, metrics, collections: outboxes, published: publishedMessages });
  const webhooks = new WebhookStore(docs.webhooks, relay);
  const events = new EventStore(docs.events);
  const usage = new UsageStore({ docs: docs.usage, states: docs.usageStates, keptDays: USAGE_KEPT_DAYS });
  const deliveries = new DeliveryStore(docs.deliveries);
  const intake = new DeliveryIntake(docs.deliveries);
  const attemptDays = new AttemptDays(db);
  const audited = { deliveries, intake, webhooks };
  return {
    ...opened,
    ...applyRules(db, collections, { ...docs, attemptDays, baseMs, stores: audited }),
    /** Erases a portion of what names a person; true when nothing was found. */
    erasePerson: (person: ErasedPerson, deps: EraseDeps) =>
      erasePersonFrom(db, collections, { person, deps }),
    webhooks,
    webhookTargets: new WebhookTargets(docs.webhooks),
    events,
    slots: new SlotStore(docs.webhooks),
    sentEvents: new SentEventStore(docs.deliveries, events),
    deliveries,
    usage,
    usageTally: new UsageTally({ store: usage, flows: [deliveries.flow], levels: [] }),
    intake,
    outcomes: new OutcomeStore(docs.deliveries),
    attemptDays,
    resends: new ResendStore(docs.resends, docs.deliveries),
    accountEmails: new AccountEmailStore(docs.accountEmails),
    notices: new NoticeStore(docs.notices),
    erasedEvents: new ErasedEventStore(docs),
    tally: new ErasureTally(db),
    relay,
    publishedMessages,
  };
}

export type Stores = Awaited<ReturnType<typeof openStores>>;

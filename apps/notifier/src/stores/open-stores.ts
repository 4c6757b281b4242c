import { USAGE_KEPT_DAYS } from '@estate/contracts';
import {
  AccountEraser,
  AttemptDays,
  ErasureTally,
  Finder,
  OutboxRelay,
  PublishedMessages,
  randomId,
  UsageStore,
  UsageTally,
} from '@estate/persistence';
import type { Collection, OutboxDocument } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import { accountKinds } from '../closing/account-kinds.ts';
import type { NotifierConfig } from '../config.ts';
import { notifierInvariants } from '../audit/invariants.ts';
import { AccountEmailStore } from './account-email-store.ts';
import { personKeyBackfill } from '../erasing/person-key-backfill.ts';
import { DeliveryIntake } from './delivery-intake.ts';
import { DeliveryStore } from './delivery-store.ts';
import { ErasedEventStore } from './erased-event-store.ts';
import { EventStore } from './event-store.ts';
import type { EventDoc } from './event-store.ts';
import { LinkBackfill } from './link-backfill.ts';
import { NoticeStore } from './notice-store.ts';
import { OutcomeStore } from './outcome-store.ts';
import { ResendStore } from './resend-store.ts';
import { PropertyTypeStore } from './property-type-store.ts';
import { SentEventStore } from './sent-event-store.ts';
import { SlotStore } from './slot-store.ts';
import { WebhookStore } from './webhook-store.ts';
import { WebhookTargets } from './webhook-targets.ts';
import type { WebhookDoc } from './webhook-store.ts';

type OpenContext = Pick<StoreContext, 'database' | 'bus' | 'log' | 'metrics'>;

/** Everything the notifier stores, with its indexes, and the relay that publishes the events about webhooks. */
export async function openStores(
  { database: { db }, bus, log, metrics }: OpenContext,
  { WEBHOOK_REPEAT_BASE_MS: baseMs }: Pick<NotifierConfig, 'WEBHOOK_REPEAT_BASE_MS'>,
) {
  const docs = db.collection<WebhookDoc>('webhooks');
  const collections = [docs] as unknown as Collection<OutboxDocument>[];
  const publishedMessages = new PublishedMessages(db);
  const relay = new OutboxRelay({ bus, log, metrics, collections, published: publishedMessages });
  const webhooks = new WebhookStore(docs, relay);
  const events = new EventStore(db);
  const propertyTypes = new PropertyTypeStore(db);
  const usage = new UsageStore(db, USAGE_KEPT_DAYS);
  const deliveries = new DeliveryStore(db);
  const intake = new DeliveryIntake(db);
  const stores = {
    accountEraser: new AccountEraser(db, accountKinds(db), randomId),
    webhooks,
    webhookTargets: new WebhookTargets(docs),
    events,
    backfill: new LinkBackfill(db, propertyTypes),
    propertyTypes,
    slots: new SlotStore(db),
    sentEvents: new SentEventStore(db, events),
    deliveries,
    finder: new Finder([webhooks.findable, events.findable, deliveries.findable]),
    usage,
    usageTally: new UsageTally({ store: usage, flows: [deliveries.flow], levels: [] }),
    intake,
    outcomes: new OutcomeStore(db),
    attemptDays: new AttemptDays(db),
    resends: new ResendStore(db),
    accountEmails: new AccountEmailStore(db),
    notices: new NoticeStore(db),
    erasedEvents: new ErasedEventStore(db),
    personKeyBackfill: personKeyBackfill(db),
    tally: new ErasureTally(db),
    ...{ relay, publishedMessages },
    sealed: [webhooks.sealed],
    invariants: notifierInvariants({ db, baseMs, deliveries, intake, propertyTypes, webhooks }),
    endingLater: ['webhooks'],
    /** For invariants that other services take part in. */
    audited: { webhooks: docs, events: db.collection<EventDoc>('events') },
  };
  const { accountEraser, resends, notices, attemptDays, erasedEvents, tally } = stores;
  const indexed = [
    ...[accountEraser, webhooks, events, deliveries, resends, notices, attemptDays, erasedEvents, tally],
    ...[propertyTypes, usage, publishedMessages],
  ];
  await Promise.all(indexed.map((store) => store.ensureIndexes()));
  return stores;
}

export type Stores = Awaited<ReturnType<typeof openStores>>;

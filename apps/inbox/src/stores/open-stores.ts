import { STATISTICS_KEPT_DAYS, USAGE_KEPT_DAYS } from '@estate/contracts';
import {
  ErasureTally,
  OutboxRelay,
  PublishedMessages,
  UsageStore,
  applyRules,
  erasePersonFrom,
  openCollections,
} from '@estate/persistence';
import type { ErasedPerson } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import { collections } from '../collections.ts';
import type { InboxConfig } from '../config.ts';
import { personKeyBackfill } from '../erasing/person-key-backfill.ts';
import type { EraseDeps } from '../erasing/erase-requests.ts';
import { personKeysIn } from '../erasing/person-keys-in.ts';
import { requestTally, statisticsTally } from './request-tally.ts';
import { ErasedMailStore } from './erased-mail-store.ts';
import { ErasedRequestStore } from './erased-request-store.ts';
import { MailQueue } from './mail-queue.ts';
import { MailStore } from './mail-store.ts';
import { MailboxStore } from './mailbox-store.ts';
import { missingTerms } from './missing-terms.ts';
import { RequestStore } from './request-store.ts';
import { RetentionStore } from './retention-store.ts';
import { TextStore } from './text-store.ts';

const DAY_MS = 24 * 3_600_000;

type KeepConfig = Pick<InboxConfig, 'ERASE_SETTLE_MS' | 'MAIL_KEPT_DAYS'>;

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Everything the inbox stores, with its indexes, and the relay that publishes their outboxes. */
export async function openStores({ database, bytes, bus, log, metrics }: StoreContext, config: KeepConfig) {
  const { db } = database;
  const { outboxes, ...opened } = await openCollections(db, collections);
  const { docs } = opened;
  const { mails, requests, walks } = docs;
  const publishedMessages = new PublishedMessages(db, { personKeysOf: personKeysIn });
  const usage = new UsageStore({ docs: docs.usage, states: docs.usageStates, keptDays: USAGE_KEPT_DAYS });
  const statistics = new UsageStore({
    ...{ docs: docs.statistics, states: docs.usageStates, keptDays: STATISTICS_KEPT_DAYS },
    prefix: 'statistics-',
  });
  const relay = new OutboxRelay({ bus, log, metrics, collections: outboxes, published: publishedMessages });
  const queue = new MailQueue(mails, relay);
  const texts = new TextStore(docs.texts);
  const store = new MailStore(mails, queue);
  const raws = await bytes('raw-mails');
  const erasedMails = new ErasedMailStore(mails, raws);
  return {
    ...opened,
    ...applyRules(db, collections, { ...docs, raws, store, erasedMails, ...periodsOf(config) }),
    /** Erases a portion of what names a person; true when nothing was found. */
    erasePerson: (person: ErasedPerson, deps: EraseDeps) =>
      erasePersonFrom(db, collections, { person, deps }),
    mails: store,
    queue,
    erasedMails,
    erasedRequests: new ErasedRequestStore(requests),
    missingTerms: missingTerms({ requests, texts }, walks),
    personKeyBackfill: personKeyBackfill(requests, walks),
    retentions: new RetentionStore(docs.retentions),
    tally: new ErasureTally(db),
    requests: new RequestStore(requests, relay, texts),
    texts,
    mailboxes: new MailboxStore(docs.mailboxes),
    /** Raw emails under their SHA-256. */
    raws,
    usage,
    usageTally: requestTally(usage, requests),
    statistics,
    statisticsTally: statisticsTally(statistics, requests),
    relay,
    publishedMessages,
  };
}

const periodsOf = ({ ERASE_SETTLE_MS: settleMs, MAIL_KEPT_DAYS }: KeepConfig) => ({
  settleMs,
  keptMs: MAIL_KEPT_DAYS * DAY_MS,
});

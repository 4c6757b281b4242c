import { USAGE_KEPT_DAYS } from '@estate/contracts';
import {
  AccountEraser,
  ensureIndexes,
  ErasureTally,
  OutboxRelay,
  PublishedMessages,
  randomId,
  UsageStore,
} from '@estate/persistence';
import type { Collection, OutboxDocument, WalkDoc } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import { accountKinds } from '../closing/account-kinds.ts';
import type { InboxConfig } from '../config.ts';
import { personKeyBackfills } from '../erasing/backfills.ts';
import { inboxFinder } from './inbox-finder.ts';
import { personKeysIn } from '../erasing/person-keys-in.ts';
import { requestTally } from './request-tally.ts';
import { inboxInvariants } from '../audit/invariants.ts';
import { ErasedMailStore } from './erased-mail-store.ts';
import { ErasedRequestStore } from './erased-request-store.ts';
import { mailIndexes } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';
import { MailQueue } from './mail-queue.ts';
import { MailStore } from './mail-store.ts';
import { MailboxStore } from './mailbox-store.ts';
import type { MailboxDoc } from './mailbox-store.ts';
import { MissingLists } from './missing-lists.ts';
import { missingTerms } from './missing-terms.ts';
import { RequestStore, requestIndexes } from './request-store.ts';
import type { RequestDoc } from './request-document.ts';
import { RetentionStore } from './retention-store.ts';
import type { RetentionDoc } from './retention-store.ts';
import { TextStore } from './text-store.ts';
import type { TextDoc } from './text-store.ts';

const DAY_MS = 24 * 3_600_000;

type KeepConfig = Pick<InboxConfig, 'ERASE_SETTLE_MS' | 'MAIL_KEPT_DAYS'>;

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Everything the inbox stores, with its indexes, and the relay that publishes their outboxes. */
export async function openStores({ database, bytes, bus, log, metrics }: StoreContext, config: KeepConfig) {
  const { db } = database;
  const mails = db.collection<MailDoc>('mails');
  const requests = db.collection<RequestDoc>('requests');
  const publishedMessages = new PublishedMessages(db, { personKeysOf: personKeysIn });
  const usage = new UsageStore(db, USAGE_KEPT_DAYS);
  await Promise.all([
    ensureIndexes(mails, mailIndexes),
    ensureIndexes(requests, requestIndexes),
    ...[usage, publishedMessages].map((each) => each.ensureIndexes()),
  ]);
  const collections = [mails, requests] as unknown as Collection<OutboxDocument>[];
  const relay = new OutboxRelay({ bus, log, metrics, collections, published: publishedMessages });
  const queue = new MailQueue(mails, relay);
  const textDocs = db.collection<TextDoc>('texts');
  const texts = new TextStore(textDocs);
  const store = new MailStore(mails, queue);
  const raws = await bytes('raw-mails');
  const tally = new ErasureTally(db);
  const erasedMails = new ErasedMailStore(mails, raws);
  const kept = { texts: textDocs, retentions: db.collection<RetentionDoc>('retentions') };
  const kinds = accountKinds({ mails, requests, ...kept, erasedMails, publishedMessages });
  const accountEraser = new AccountEraser(db, kinds, randomId);
  await Promise.all([texts.ensureIndexes(), tally.ensureIndexes(), accountEraser.ensureIndexes()]);
  const audited = { mails, requests, texts: textDocs, raws, store };
  const walks = db.collection<WalkDoc>('walks');
  return {
    mails: store,
    queue,
    missingLists: new MissingLists(mails, walks),
    erasedMails,
    accountEraser,
    erasedRequests: new ErasedRequestStore(requests),
    ...backfillsOf({ mails, requests, texts }, walks),
    retentions: new RetentionStore(db),
    tally,
    requests: new RequestStore(requests, relay, texts),
    texts,
    mailboxes: new MailboxStore(db.collection<MailboxDoc>('mailboxes')),
    /** Raw emails under their SHA-256. */
    raws,
    finder: inboxFinder({ mails, requests }),
    usage,
    usageTally: requestTally(usage, requests),
    relay,
    publishedMessages,
    sealed: [],
    invariants: inboxInvariants({ ...audited, ...periodsOf(config) }),
    /** For invariants that other services take part in. */
    audited: { requests },
  };
}

interface Filled {
  mails: Collection<MailDoc>;
  requests: Collection<RequestDoc>;
  texts: TextStore;
}

/** What gives fields to documents that a version without them has stored. */
const backfillsOf = (docs: Filled, walks: Collection<WalkDoc>) => ({
  missingTerms: missingTerms(docs, walks),
  personKeyBackfills: personKeyBackfills(docs, walks),
});

const periodsOf = ({ ERASE_SETTLE_MS: settleMs, MAIL_KEPT_DAYS }: KeepConfig) => ({
  settleMs,
  keptMs: MAIL_KEPT_DAYS * DAY_MS,
});

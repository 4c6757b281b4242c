import { OutboxRelay, ensureIndexes } from '@estate/persistence';
import type { Collection, OutboxDocument } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import { inboxInvariants } from '../audit/invariants.ts';
import { mailIndexes } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';
import { MailQueue } from './mail-queue.ts';
import { MailStore } from './mail-store.ts';
import { MailboxStore } from './mailbox-store.ts';
import type { MailboxDoc } from './mailbox-store.ts';
import { RequestStore, requestIndexes } from './request-store.ts';
import type { RequestDoc } from './request-store.ts';
import { TextStore } from './text-store.ts';
import type { TextDoc } from './text-store.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Everything the inbox stores, with its indexes, and the relay that publishes their outboxes. */
export async function openStores({ database, bus, log, metrics }: StoreContext) {
  const { db } = database;
  const mails = db.collection<MailDoc>('mails');
  const requests = db.collection<RequestDoc>('requests');
  await Promise.all([ensureIndexes(mails, mailIndexes), ensureIndexes(requests, requestIndexes)]);
  const collections = [mails, requests] as unknown as Collection<OutboxDocument>[];
  const relay = new OutboxRelay({ bus, log, metrics, collections });
  const queue = new MailQueue(mails, relay);
  const texts = new TextStore(db.collection<TextDoc>('texts'));
  return {
    mails: new MailStore(mails, queue),
    queue,
    requests: new RequestStore(requests, relay, texts),
    texts,
    mailboxes: new MailboxStore(db.collection<MailboxDoc>('mailboxes')),
    /** Raw emails under their SHA-256. */
    raws: database.bucket('raw-mails'),
    relay,
    sealed: [],
    invariants: inboxInvariants({ mails, requests }),
  };
}

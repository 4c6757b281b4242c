import { OutboxRelay, ensureIndexes } from '@estate/persistence';
import type { Collection, OutboxDocument } from '@estate/persistence';
import type { ServiceStores, StoreContext } from '@estate/runtime';
import { inboxInvariants } from '../audit/invariants.ts';
import { mailIndexes } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';
import { MailQueue } from './mail-queue.ts';
import { MailStore } from './mail-store.ts';
import { MailboxStore } from './mailbox-store.ts';
import type { MailboxDoc } from './mailbox-store.ts';
import { RawStore } from './raw-store.ts';
import { RequestStore, requestIndexes } from './request-store.ts';
import type { RequestDoc } from './request-store.ts';
import { TextStore } from './text-store.ts';
import type { TextDoc } from './text-store.ts';

export interface Stores extends ServiceStores {
  mails: MailStore;
  queue: MailQueue;
  requests: RequestStore;
  texts: TextStore;
  mailboxes: MailboxStore;
  raws: RawStore;
  relay: OutboxRelay;
}

/** Everything the inbox stores, with its indexes, and the relay that sends what the documents announce. */
export async function openStores({ database, bus, log, metrics }: StoreContext): Promise<Stores> {
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
    raws: new RawStore(database.bucket('raw-mails')),
    relay,
    sealed: [],
    invariants: inboxInvariants({ mails, requests }),
  };
}

import type { Collection } from 'mongodb';
import { ensureIndexes } from '../mongo/indexes.ts';
import type { Leased } from '../work/lease.ts';
import type { OutboxMessage, WithOutbox } from '../outbox/outbox.ts';
import { WorkQueue, dueIndex } from './work-queue.ts';

/** A document with its schedule in one field, and its revision beside it. */
export interface Item extends Leased, WithOutbox {
  accountId: string;
  revision: number;
  result?: string;
  work: { dueAt?: Date; attempt: number; errors: number; unended?: number };
}

export const START = new Date('2026-11-01T08:00:00.000Z');
export const LEASE_MS = 60_000;
export const after = (ms: number): Date => new Date(START.getTime() + ms);
export const by = (owner: string, now = START) => ({ owner, leaseMs: LEASE_MS, now });

export const message = (id: string): OutboxMessage => ({
  id,
  subject: 'event.item.ended',
  accountId: 'a',
  requestId: 'r',
  at: START,
  data: {},
});

/** A queue of such items; `sent` collects what was passed to the relay. */
export async function openItems(docs: Collection<Item>) {
  const sent: unknown[] = [];
  await ensureIndexes(docs, [dueIndex('work.dueAt')]);
  const queue = new WorkQueue<Item, { name: string }, string>({
    collection: docs,
    relay: { sent: (_collection, doc) => void sent.push(doc) },
    fields: {
      dueAt: 'work.dueAt',
      attempt: 'work.attempt',
      internalErrors: 'work.errors',
      unended: 'work.unended',
    },
    view: ({ _id }) => ({ name: _id }),
    seen: ({ revision }) => ({ revision }),
    changes: (result) => ({ set: { result } }),
  });
  const add = async (name: string, dueAt = START) => {
    const work = { dueAt, attempt: 0, errors: 0 };
    await docs.insertOne({ _id: name, accountId: 'a', revision: 1, work });
  };
  return { docs, queue, sent, add };
}

export type Items = Awaited<ReturnType<typeof openItems>>;

import { Unavailable } from '@estate/errors';
import { createMetrics } from '@estate/observability';
import { eventually } from '@estate/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstIdAt, newId } from '../mongo/ids.ts';
import { ensureIndexes } from '../mongo/indexes.ts';
import { publishedMessagesCollection } from '../collections/library-collections.ts';
import { applyRules, openCollections } from '../collections/open-collections.ts';
import { outboxIndex } from './outbox.ts';
import type { OutboxDocument, OutboxMessage } from './outbox.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { PublishedMessages } from './published-messages.ts';
import type { PublishedMessageDoc } from './published-messages.ts';
import { quiet } from '../mongo/quiet.fixture.ts';
import { Retelling } from './retelling.ts';
import type { StreamState } from './stream-states.ts';
import { useDatabase } from '../use-database.fixture.ts';

const DAY_MS = 86_400_000;
const database = useDatabase();
const things = () => database().db.collection<OutboxDocument>('things');
const kept = () => database().db.collection<PublishedMessageDoc>('published-messages');
const COLLECTIONS = { publishedMessages: publishedMessagesCollection({ none: 'No message names anyone.' }) };
const published = () => new PublishedMessages(database().db);
const signal = new AbortController().signal;
const metrics = createMetrics('test');

let now: Date;
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  await ensureIndexes(things(), [outboxIndex]);
  await openCollections(database().db, COLLECTIONS);
});
beforeEach(async () => {
  now = new Date();
  await Promise.all([
    things().deleteMany({}),
    kept().deleteMany({}),
    database().db.collection('retelling').deleteMany({}),
  ]);
});

/** A broker that can lose what it has, as a whole or the newest part. */
function broker() {
  let states: StreamState[] = [{ name: 'FACTS', createdAt: new Date(1000), lastSequence: 0 }];
  const state = {
    messages: [] as OutboxMessage[],
    away: false,
    /** Publishes that succeed before the broker is unavailable. */
    left: Infinity,
    ids: () => state.messages.map(({ id }) => id),
    publish(message: OutboxMessage): Promise<void> {
      if (state.away || state.left <= 0) return Promise.reject(new Unavailable('away'));
      state.left -= 1;
      state.messages.push(message);
      states = states.map((each) => ({ ...each, lastSequence: each.lastSequence + 1 }));
      return Promise.resolve();
    },
    bury: () => Promise.reject(new Error('nothing is refused here')),
    streams: () => (state.away ? Promise.reject(new Unavailable('away')) : Promise.resolve(states)),
    loseAll() {
      state.messages = [];
      states = [{ name: 'FACTS', createdAt: new Date(2000), lastSequence: 0 }];
    },
    loseNewest() {
      state.messages.pop();
      states = states.map((each) => ({ ...each, lastSequence: each.lastSequence - 1 }));
    },
  };
  return state;
}
type TestBroker = ReturnType<typeof broker>;

const relays: OutboxRelay[] = [];
afterEach(async () => {
  await Promise.all(relays.splice(0).map((each) => each.close()));
});

const retelling = (bus: TestBroker) =>
  new Retelling({
    ...{ bus, metrics, log: quiet, published: published() },
    db: database().db,
    streams: bus.streams,
    clock: () => now,
  });

const messageOf = (id: string): OutboxMessage => ({
  id,
  subject: 'fact.test.thing.changed.v1',
  accountId: 'account',
  requestId: 'request',
  at: new Date(),
  data: { id },
});

/** Documents that send one message each, and whose messages the broker has acknowledged. */
async function publish(bus: TestBroker, ids: readonly string[], removeWhenSent = false): Promise<void> {
  const relay = new OutboxRelay({
    ...{ bus, metrics, log: quiet, published: published() },
    collections: [things()],
  });
  relays.push(relay);
  const documents = ids.map((id) => ({ _id: `of-${id}`, outbox: [messageOf(id)], removeWhenSent }));
  await things().insertMany(documents.map((each) => ({ ...each })));
  for (const document of documents) relay.sent(things(), document);
  await eventually(async () =>
    expect(await things().countDocuments({ 'outbox.id': { $in: [...ids] } })).toBe(0),
  );
}

/** Runs until nothing is due, as the worker does. */
async function work(each: Retelling): Promise<void> {
  while (await each.run(signal));
}

describe('a broker that has lost messages', () => {
  it('messages that a recreated stream has lost are published again under the same ids', async () => {
    const bus = broker();
    await work(retelling(bus));
    await publish(bus, ['a', 'b']);
    await publish(bus, ['c'], true);
    const before = [...bus.messages];
    await work(retelling(bus));
    expect(bus.ids().toSorted()).toEqual(['a', 'b', 'c']);
    bus.loseAll();
    await work(retelling(bus));
    expect(bus.messages.toSorted(byId)).toEqual(before.toSorted(byId));
  });

  it('messages that a stream has lost at its end are published again', async () => {
    const bus = broker();
    await publish(bus, ['a', 'b']);
    await work(retelling(bus));
    bus.loseNewest();
    await work(retelling(bus));
    expect(new Set(bus.ids())).toEqual(new Set(['a', 'b']));
  });

  it('nothing is published again while the streams are whole', async () => {
    const bus = broker();
    await work(retelling(bus));
    await publish(bus, ['a', 'b']);
    await work(retelling(bus));
    pass(120_000);
    await work(retelling(bus));
    expect(bus.ids().toSorted()).toEqual(['a', 'b']);
  });

  it('more messages than one portion has are all published again, also when the broker is unavailable in between', async () => {
    const bus = broker();
    await work(retelling(bus));
    const ids = Array.from({ length: 450 }, (_, n) => `m-${String(n)}`);
    await publish(bus, ids);
    bus.loseAll();
    bus.left = 300;
    const first = retelling(bus);
    await expect(work(first)).rejects.toThrow(Unavailable);
    bus.left = Infinity;
    await work(retelling(bus));
    expect(new Set(bus.ids())).toEqual(new Set(ids));
    expect(bus.messages.length).toBeLessThan(450 + 200);
  });

  it('a message that was kept after the first pass is published again by the second pass, and then nothing is due', async () => {
    const bus = broker();
    const one = retelling(bus);
    await work(one);
    await publish(bus, ['a']);
    bus.loseAll();
    await work(one);
    await published().add([{ documentId: 'late', messages: [messageOf('late')] }]);
    await work(one);
    expect(bus.ids()).toEqual(['a']);
    pass(61_000);
    await work(one);
    expect(bus.ids()).toContain('late');
    const count = bus.messages.length;
    pass(3_600_000);
    await work(one);
    expect(bus.messages).toHaveLength(count);
  });

  it('two replicas that see the loss at the same time publish every message, each at most twice', async () => {
    const bus = broker();
    const replicas = [retelling(bus), retelling(bus)];
    await work(replicas[0] as Retelling);
    const ids = Array.from({ length: 50 }, (_, n) => `m-${String(n)}`);
    await publish(bus, ids);
    bus.loseAll();
    await Promise.all(replicas.map(work));
    await Promise.all(replicas.map(work));
    expect(new Set(bus.ids())).toEqual(new Set(ids));
    expect(bus.messages.length).toBeLessThanOrEqual(100);
  });
});

describe('an order of the operator', () => {
  it('an order publishes what was published since its time, and says how much', async () => {
    const bus = broker();
    const hour = new Date(Date.now() - 3_600_000);
    await kept().insertOne({
      _id: firstIdAt(new Date(hour.getTime() - 60_000)),
      documentId: 'd',
      accountId: 'account',
      message: messageOf('older'),
    });
    await publish(bus, ['newer']);
    bus.messages = [];
    const one = retelling(bus);
    expect(await one.order(hour)).toBe(1);
    await work(one);
    expect(bus.ids()).toEqual(['newer']);
  });

  it('an order during another one continues from the earlier of the two places', async () => {
    const bus = broker();
    await publish(bus, ['a']);
    bus.messages = [];
    const one = retelling(bus);
    await one.order(new Date(Date.now() - 60_000));
    await one.order(new Date());
    await work(one);
    expect(bus.ids()).toEqual(['a']);
  });
});

describe('PublishedMessages', () => {
  it('messages are removed when no stream holds them any more', async () => {
    const bus = broker();
    const old = newIdAt(new Date(now.getTime() - 8 * DAY_MS));
    const message = messageOf('old');
    await kept().insertOne({ _id: old, documentId: 'd', accountId: 'account', message });
    await publish(bus, ['young']);
    await work(retelling(bus));
    expect((await kept().find().toArray()).map((doc) => doc.message.id)).toEqual(['young']);
  });

  it('messages of documents of one account are erased without those of others', async () => {
    const bus = broker();
    await publish(bus, ['a', 'b']);
    await published().add([{ documentId: 'of-a', messages: [{ ...messageOf('x'), accountId: 'another' }] }]);
    await published().eraseOf('account', ['of-a']);
    const left = await kept().find().toArray();
    expect(left.map((doc) => doc.message.id).toSorted()).toEqual(['b', 'x']);
    const account = { accountId: 'account', closingId: 'c', requestedAt: new Date() };
    expect(await applyRules(database().db, COLLECTIONS, {}).accountEraser.erase(account)).toBe(true);
    expect((await kept().find().toArray()).map((doc) => doc.message.id)).toEqual(['x']);
  });
});

const newIdAt = (at: Date): string => firstIdAt(at).slice(0, 7) + newId().slice(7);
const byId = ({ id: a }: OutboxMessage, { id: b }: OutboxMessage): number => (a < b ? -1 : 1);

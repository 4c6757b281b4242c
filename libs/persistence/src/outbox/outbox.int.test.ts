import { InvalidInput } from '@estate/errors';
import { createMetrics } from '@estate/observability';
import { eventually } from '@estate/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureIndexes } from '../mongo/indexes.ts';
import { outboxIndex } from './outbox.ts';
import type { OutboxDocument, OutboxMessage } from './outbox.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { PublishedMessages } from './published-messages.ts';
import { quiet } from '../mongo/quiet.fixture.ts';
import { useDatabase } from '../use-database.fixture.ts';

const HOUR_MS = 3_600_000;

const database = useDatabase();
beforeAll(async () => {
  await ensureIndexes(things(), [outboxIndex]);
});

const things = () => database().db.collection<OutboxDocument>('things');
const stored = (id = 'thing') => things().findOne({ _id: id });
const at = new Date();
const message = (id: string): OutboxMessage => ({
  id,
  subject: 'fact.test.thing.changed.v1',
  accountId: 'account',
  requestId: 'request',
  at,
  data: { id, at },
});

/** A broker that can be away, and that can be held before it acknowledges. */
function broker() {
  const published: OutboxMessage[] = [];
  const buried: [string, string][] = [];
  const state = { away: false, hold: Promise.resolve(), busy: 0, mostBusy: 0 };
  return Object.assign(state, {
    published,
    buried,
    ids: () => published.map((sent) => sent.id),
    async bury({ id }: OutboxMessage, reason: string) {
      if (state.away) throw new Error('broker away');
      buried.push([id, reason]);
    },
    async publish(outgoing: OutboxMessage) {
      state.mostBusy = Math.max(state.mostBusy, ++state.busy);
      try {
        await state.hold;
        if (state.away) throw new Error('broker away');
        published.push(outgoing);
      } finally {
        state.busy -= 1;
      }
    },
  });
}

const relays: OutboxRelay[] = [];
const metrics = createMetrics('test');
function relay(bus: ReturnType<typeof broker>, sweepEveryMs = HOUR_MS): OutboxRelay {
  const made = new OutboxRelay({
    bus,
    log: quiet,
    metrics,
    collections: [things()],
    published: new PublishedMessages(database().db),
    sweepEveryMs,
    minAgeMs: 0,
  });
  relays.push(made);
  return made;
}

async function oldestSeconds(): Promise<number> {
  const shown = /outbox_oldest_seconds\{[^}]*things[^}]*\} (\S+)/.exec(await metrics.registry.metrics());
  return Number(shown?.[1]);
}

async function insert(document: OutboxDocument): Promise<OutboxDocument> {
  await things().insertOne(document);
  return document;
}

function append(id: string, added: OutboxMessage) {
  return things().findOneAndUpdate({ _id: id }, { $push: { outbox: added } }, { returnDocument: 'after' });
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

beforeEach(async () => {
  await things().deleteMany({});
});
afterEach(async () => {
  await Promise.all(relays.splice(0).map((each) => each.close()));
});

describe('an outbox', () => {
  it('an outbox is sent in order right after the write and then empty', async () => {
    const bus = broker();
    relay(bus).sent(things(), await insert({ _id: 'thing', outbox: ['a', 'b', 'c'].map(message) }));
    await eventually(async () => expect((await stored())?.outbox).toEqual([]));
    expect(bus.published).toEqual(['a', 'b', 'c'].map(message));
  });

  it('an outbox is sent by the sweep when the process crashed between write and publish', async () => {
    await insert({ _id: 'thing', outbox: [message('a'), message('b')] });
    const bus = broker();
    relay(bus).start();
    await eventually(async () => expect((await stored())?.outbox).toEqual([]));
    expect(bus.published).toEqual([message('a'), message('b')]);
  });

  it('an outbox keeps every message until the broker has acknowledged it', async () => {
    const bus = broker();
    const held = gate();
    bus.hold = held.opened;
    relay(bus).sent(things(), await insert({ _id: 'thing', outbox: [message('a')] }));
    await eventually(() => expect(bus.busy).toBe(1));
    expect((await stored())?.outbox).toHaveLength(1);
    held.open();
    await eventually(async () => expect((await stored())?.outbox).toEqual([]));
  });

  it('an outbox waits while the broker is unavailable and is sent by the sweep when it is back', async () => {
    const bus = broker();
    bus.away = true;
    const sender = relay(bus, 20);
    const minuteOld = { ...message('a'), at: new Date(Date.now() - 60_000) };
    sender.sent(things(), await insert({ _id: 'thing', outbox: [minuteOld] }));
    sender.start();
    await eventually(async () => expect(await oldestSeconds()).toBeGreaterThanOrEqual(60));
    expect((await stored())?.outbox).toHaveLength(1);
    bus.away = false;
    await eventually(async () => expect((await stored())?.outbox).toEqual([]));
    await eventually(async () => expect(await oldestSeconds()).toBe(0));
  });

  it('an outbox stops at the first message that fails, so that none overtakes another', async () => {
    const bus = broker();
    const publish = bus.publish.bind(bus);
    bus.publish = async (outgoing) => {
      if (outgoing.id === 'b') throw new Error('refused');
      await publish(outgoing);
    };
    relay(bus).sent(things(), await insert({ _id: 'thing', outbox: ['a', 'b', 'c'].map(message) }));
    await eventually(async () =>
      expect((await stored())?.outbox?.map((left) => left.id)).toEqual(['b', 'c']),
    );
    expect(bus.ids()).toEqual(['a']);
  });

  describe.each([
    { goes: 'stays', of: {}, left: { outbox: [] } },
    { goes: 'is removed when sent', of: { removeWhenSent: true }, left: null },
  ])('an outbox of a document that $goes', ({ of, left }) => {
    it('an outbox buries a message that can never be published, and the others go on in order', async () => {
      const bus = broker();
      const publish = bus.publish.bind(bus);
      bus.publish = async (outgoing) => {
        if (outgoing.id === 'refused') throw new InvalidInput('Nobody tells this.');
        await publish(outgoing);
      };
      await insert({ _id: 'thing', ...of, outbox: ['a', 'refused', 'c'].map(message) });
      relay(bus, 20).start();
      if (left) await eventually(async () => expect(await stored()).toMatchObject(left));
      else await eventually(async () => expect(await stored()).toBeNull());
      expect(bus.ids()).toEqual(['a', 'c']);
      expect(bus.buried).toEqual([['refused', 'Nobody tells this.']]);
      const copies = await database().db.collection('published-messages').find().toArray();
      expect(copies.filter(({ message: copy }) => (copy as OutboxMessage).id === 'refused')).toEqual([]);
    });
  });

  it('an outbox keeps a message that can never be published until it is a dead letter', async () => {
    const bus = broker();
    const refuses = gate();
    bus.away = true;
    bus.publish = async () => {
      refuses.open();
      throw new InvalidInput('Nobody tells this.');
    };
    const sender = relay(bus);
    sender.sent(things(), await insert({ _id: 'thing', outbox: [message('a')] }));
    await refuses.opened;
    await sender.close();
    expect((await stored())?.outbox).toHaveLength(1);
  });

  it('a document that is erased while its message is sent leaves no copy of the message', async () => {
    const bus = broker();
    let release = () => {};
    bus.hold = new Promise((resolve) => {
      release = resolve;
    });
    const sender = relay(bus);
    sender.sent(things(), await insert({ _id: 'erased', outbox: [message('gone')] }));
    sender.sent(things(), await insert({ _id: 'kept', outbox: [message('stays')] }));
    await things().deleteOne({ _id: 'erased' });
    release();
    await sender.close();
    const copies = await database().db.collection('published-messages').find().toArray();
    expect(bus.ids().toSorted()).toEqual(['gone', 'stays']);
    expect(copies.map(({ documentId }) => String(documentId)).filter((id) => id !== 'thing')).toEqual([
      'kept',
    ]);
  });

  it('an outbox also sends what was appended while it was being sent', async () => {
    const bus = broker();
    const held = gate();
    bus.hold = held.opened;
    const sender = relay(bus);
    sender.sent(things(), await insert({ _id: 'thing', outbox: [message('a')] }));
    const after = await append('thing', message('b'));
    if (after) sender.sent(things(), after);
    held.open();
    await eventually(async () => expect((await stored())?.outbox).toEqual([]));
    expect(bus.ids()).toEqual(['a', 'b']);
  });
});

describe('a document that goes when its messages are sent', () => {
  it('a document that is removed when sent exists until its messages are sent', async () => {
    const bus = broker();
    bus.away = true;
    const sender = relay(bus, 20);
    sender.sent(things(), await insert({ _id: 'thing', removeWhenSent: true, outbox: [message('a')] }));
    await eventually(() => expect(bus.mostBusy).toBe(1));
    expect(await stored()).not.toBeNull();
    bus.away = false;
    sender.start();
    await eventually(async () => expect(await stored()).toBeNull());
    expect(bus.ids()).toEqual(['a']);
  });

  it('a document that is removed when sent keeps a message that was appended since', async () => {
    const bus = broker();
    const held = gate();
    bus.hold = held.opened;
    relay(bus).sent(things(), await insert({ _id: 'thing', removeWhenSent: true, outbox: [message('a')] }));
    await append('thing', message('b'));
    held.open();
    await eventually(async () => expect(await stored()).toBeNull());
    expect(bus.ids()).toEqual(['a', 'b']);
  });
});

describe('relays', () => {
  it('relays of two replicas lose nothing and at worst send a message twice under the same id', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `m-${n}`);
    await things().insertMany(
      ids.map((id, n) => ({ _id: `t-${n}`, removeWhenSent: n % 2 === 0, outbox: [message(id)] })),
    );
    const buses = [broker(), broker()];
    for (const bus of buses) relay(bus, 50).start();
    await eventually(async () =>
      expect(await things().countDocuments({ 'outbox.id': { $exists: true } })).toBe(0),
    );
    await eventually(async () => expect(await things().countDocuments({ removeWhenSent: true })).toBe(0));
    expect(new Set(buses.flatMap((bus) => bus.ids()))).toEqual(new Set(ids));
  });

  it('a relay bounds a burst and leaves the rest to the sweep', async () => {
    const documents = Array.from({ length: 1500 }, (_, n) => ({
      _id: `t-${n}`,
      outbox: [message(`m-${n}`)],
    }));
    await things().insertMany(documents.map((document) => ({ ...document })));
    const bus = broker();
    const held = gate();
    bus.hold = held.opened;
    const sender = relay(bus);
    for (const document of documents) sender.sent(things(), document);
    await eventually(() => expect(bus.busy).toBe(256));
    held.open();
    await sender.close();
    expect(bus.mostBusy).toBe(256);
    expect(bus.published).toHaveLength(1256);
    relay(bus).start();
    await eventually(() => expect(new Set(bus.ids()).size).toBe(1500));
  });

  it('a relay removes sent messages from many documents in few writes', async () => {
    const documents = Array.from({ length: 200 }, (_, n) => ({ _id: `t-${n}`, outbox: [message(`m-${n}`)] }));
    await things().insertMany(documents.map((document) => ({ ...document })));
    const collection = things();
    const writes = vi.spyOn(collection, 'updateMany');
    const bus = broker();
    const sender = relay(bus);
    for (const document of documents) sender.sent(collection, document);
    await sender.close();
    expect(await things().countDocuments({ 'outbox.id': { $exists: true } })).toBe(0);
    expect(bus.ids().sort()).toEqual(documents.map((_, n) => `m-${n}`).sort());
    expect(writes.mock.calls.length).toBeLessThan(50);
  });

  it('the sweep of a relay passes many documents that fail', async () => {
    const bad = Array.from({ length: 80 }, (_, n) => ({
      _id: `bad-${n}`,
      outbox: [{ ...message('bad'), at: new Date(n) }],
    }));
    await things().insertMany([...bad, { _id: 'good', outbox: [message('good')] }]);
    const bus = broker();
    const publish = bus.publish.bind(bus);
    bus.publish = (outgoing) =>
      outgoing.id === 'bad' ? Promise.reject(new Error('refused')) : publish(outgoing);
    relay(bus, 20).start();
    await eventually(() => expect(bus.ids()).toEqual(['good']));
  });

  it('a relay sends a message that a wrong clock dated into the future', async () => {
    await insert({ _id: 'thing', outbox: [{ ...message('a'), at: new Date(Date.now() + 86_400_000) }] });
    const bus = broker();
    relay(bus).start();
    await eventually(() => expect(bus.ids()).toEqual(['a']));
  });
});

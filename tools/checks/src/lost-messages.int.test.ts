import { rm } from 'node:fs/promises';
import { filterOf } from '@estate/contracts';
import type { MessageDefinition } from '@estate/contracts';
import { manifests } from '@estate/manifests';
import { connectBus, consume, onAny } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { OutboxRelay, PublishedMessages, connectMongo, newId } from '@estate/persistence';
import type { Collection, Database, OutboxDocument } from '@estate/persistence';
import { retellingOf } from '@estate/runtime';
import { eventually, freshDatabase, hasNatsServer, startGuardedBroker, startMongo } from '@estate/testing';
import type { GuardedBroker, MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Manifest = (typeof manifests)[number];
type Closable = { close(): Promise<void> };

const log = createLogger({ service: 'test', level: 'silent' });
const signal = new AbortController().signal;
const LATE_MS = 120_000;
/** Facts and events; whatever wakes a worker is found by a sweep. */
const keptOf = ({ tells }: Manifest): MessageDefinition[] =>
  [...tells].filter(({ kind }: MessageDefinition) => kind !== 'wake');

interface Sent {
  service: string;
  definition: MessageDefinition;
  id: string;
}

/** One message of each kind, for each service that sends it. Nothing on its way depends on what it says. */
const sent: Sent[] = manifests.flatMap((manifest) =>
  keptOf(manifest).map((definition) => ({ service: manifest.name, definition, id: newId() })),
);
const consumers = manifests.flatMap(({ name, handles }) =>
  Object.entries(handles).map(([key, handled]) => ({
    consumer: `${name}-${key}`,
    filter: filterOf(handled),
  })),
);
const matches = (filter: string, subject: string): boolean =>
  filter.endsWith('.>') ? subject.startsWith(filter.slice(0, -1)) : filter === subject;
const consumersOf = ({ definition: { subject } }: Sent): string[] =>
  consumers.filter(({ filter }) => matches(filter, subject)).map(({ consumer }) => consumer);

let server: MongoServer;
let broker: GuardedBroker;
const open: Closable[] = [];
/** Messages that consumers got: `<consumer> <id>`, as often as they came. */
const arrivals: string[] = [];
/** Messages that the broker had before it lost its disk. */
let acknowledged = 0;

async function use<T extends Closable>(made: T | Promise<T>): Promise<T> {
  const kept = await made;
  open.push(kept);
  return kept;
}

const busOf = (manifest: Manifest) =>
  use(connectBus({ manifest, url: broker.urlOf(manifest.name), log, metrics: createMetrics(manifest.name) }));

/** The side of a service that sends: its outbox, what it keeps, and what it publishes again. */
async function sender(manifest: Manifest) {
  const [bus, metrics] = [await busOf(manifest), createMetrics(manifest.name)];
  const database: Database = await use(connectMongo({ uri: server.uri, database: freshDatabase(), log }));
  const published = new PublishedMessages(database.db);
  const documents: Collection<OutboxDocument> = database.db.collection('documents');
  const relay = await use(new OutboxRelay({ bus, log, metrics, collections: [documents], published }));
  let now = new Date();
  const clock = () => now;
  const retelling = retellingOf(published, { log, metrics }, { database, bus, clock, manifest });
  const retell = async () => {
    while (await retelling.run(signal));
  };
  return {
    name: manifest.name,
    retell,
    /** Later than everything that the broker acknowledged late. */
    retellLate: async () => {
      now = new Date(now.getTime() + LATE_MS);
      await retell();
    },
    send: async () => {
      const messages = sent.filter(({ service }) => service === manifest.name);
      const docs = messages.map((one) => ({ _id: `of-${one.id}`, outbox: [messageOf(one)] }));
      if (docs.length === 0) return;
      await documents.insertMany(docs.map((doc) => ({ ...doc })));
      for (const doc of docs) relay.sent(documents, doc);
      await eventually(async () =>
        expect(await documents.countDocuments({ 'outbox.id': { $exists: true } })).toBe(0),
      );
    },
  };
}

const messageOf = ({ id, definition: { subject } }: Sent) => ({
  ...{ id, subject, accountId: newId(), requestId: 'request', at: new Date() },
  data: { of: subject },
});

/** The side of a service that receives, with every consumer that its manifest names. */
async function receiver(manifest: Manifest): Promise<Closable | undefined> {
  if (Object.keys(manifest.handles).length === 0) return undefined;
  const handlers = Object.entries(manifest.handles).map(([key, handled]) => {
    const note = (id: string) => {
      arrivals.push(`${manifest.name}-${key} ${id}`);
      return Promise.resolve();
    };
    return [key, onAny(filterOf(handled), ({ id }) => note(id))] as const;
  });
  const bus = await busOf(manifest);
  const host = { name: manifest.name, log, metrics: createMetrics(manifest.name) };
  return consume(bus, host, Object.fromEntries(handlers));
}

const receivers = async () => (await Promise.all(manifests.map(receiver))).filter((one) => one !== undefined);

describe.skipIf(!hasNatsServer())('a broker that loses its disk while no consumer runs', () => {
  beforeAll(async () => {
    [server, broker] = await Promise.all([startMongo(), startGuardedBroker()]);
    const senders = await Promise.all(manifests.filter((one) => keptOf(one).length > 0).map(sender));
    // Consumers that exist, and do not run.
    for (const one of await receivers()) await one.close();
    await Promise.all(senders.map(({ retell }) => retell()));
    await Promise.all(senders.map(({ send }) => send()));
    acknowledged = arrivals.length;
    await broker.kill();
    await rm(broker.directory, { recursive: true });
    await broker.restart();
    for (const { retell } of senders) await eventually(retell);
    for (const one of await receivers()) open.push(one);
    await eventually(() => expect(new Set(arrivals).size).toBe(sent.flatMap(consumersOf).length));
    for (const { retellLate } of senders) await retellLate();
    await Promise.all(senders.map(({ retell }) => retell()));
  });
  afterAll(async () => {
    for (const closable of open.toReversed()) await closable.close();
    await Promise.all([broker.stop(), server.stop()]);
  });

  it('no message had arrived before the disk was lost', () => {
    expect(sent.length).toBeGreaterThan(10);
    expect(acknowledged).toBe(0);
  });

  it.each(sent.map((one) => [one.definition.subject, one.service, one] as const))(
    '%s of %s, acknowledged before the loss, arrives once at each of its consumers',
    (_subject, _service, one) => {
      const expected = consumersOf(one).map((consumer) => `${consumer} ${one.id}`);
      expect(expected).not.toEqual([]);
      expect(arrivals.filter((arrival) => arrival.endsWith(one.id)).toSorted()).toEqual(expected.toSorted());
    },
  );
});

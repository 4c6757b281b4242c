import { memoryBus } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { CRASHES_MAX, WorkRunner, connectMongo, newId } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from '../manifest.ts';
import type { MailRecord } from '../domain/mail.ts';
import type { Reading } from '../domain/reading.ts';
import { openStores } from '../stores/open-stores.ts';
import type { Stores } from '../stores/open-stores.ts';
import { Budget } from '../budget.ts';
import { storedBytes } from '../../test/stored-bytes.ts';
import { runNext } from './run-next.ts';
import type { RunDeps } from './run-next.ts';

const LEASE_MS = 60_000;
const log = createLogger({ service: 'test', level: 'silent' });
const stopped = new AbortController();
let server: MongoServer;
let database: Database;
let stores: Stores;
let now = Date.now();

beforeAll(async () => {
  server = await startMongo();
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  const bytes = (bucketName: string) => Promise.resolve(database.bytes(bucketName));
  stores = await openStores(
    {
      database,
      bytes,
      bus: memoryBus(manifest),
      log,
      metrics: createMetrics('test'),
    },
    { ERASE_SETTLE_MS: 60_000, MAIL_KEPT_DAYS: 90 },
  );
  stores.relay.start();
});
afterAll(async () => {
  await stores.relay.close();
  await database.close();
  await server.stop();
});

const ADDRESSEE = { targetId: newId(), accountId: newId(), address: 'a@example.org' };
const inquiry = {
  origin: '1',
  message: { own: 'Hallo' },
  prospect: { lastName: 'Kurz' },
  property: {},
  externalIds: [],
};
const GOOD: Reading = {
  sender: '',
  subject: '',
  body: '',
  addressed: [],
  inquiries: [inquiry],
  texts: [],
  attachments: [],
  attachmentCount: 0,
};

async function add(receivedAt: Date): Promise<string> {
  const id = newId();
  const record: MailRecord = {
    id,
    key: id,
    rawSha256: id,
    sizeBytes: 100,
    truncated: false,
    source: 'smtp',
    recipients: ['a@example.org'],
    state: 'pending',
    receivedAt,
    expiresAt: new Date(now + 30 * 86_400_000),
    results: [],
  };
  await stores.mails.addAll([{ record, by: undefined }]);
  return id;
}

/** Reads one email at a time, from when it is opened on; the deadly one ends everything. */
class OneThread {
  readonly reads: string[] = [];
  readonly died: Promise<void>;
  isDead = false;
  open: () => void = () => undefined;
  #die: () => void = () => undefined;
  #turn = new Promise<void>((resolve) => (this.open = resolve));
  readonly #deadly: string;

  constructor(deadly: string) {
    this.#deadly = deadly;
    this.died = new Promise((resolve) => (this.#die = resolve));
  }

  read(raw: Uint8Array): Promise<Reading> {
    const reading = this.#turn.then(() => {
      const id = Buffer.from(raw).toString();
      this.reads.push(id);
      if (id !== this.#deadly) return GOOD;
      this.isDead = true;
      this.#die();
      return new Promise<Reading>(() => undefined);
    });
    this.#turn = reading.then(() => undefined);
    return reading;
  }
}

/** The queue of a process that claims nothing after its crash. */
const endedWith = (thread: OneThread): Stores['queue'] =>
  new Proxy(stores.queue, {
    get(queue, name) {
      if (name === 'claim' && thread.isDead) return () => new Promise(() => undefined);
      const member: unknown = Reflect.get(queue, name, queue);
      return typeof member === 'function' ? (member as () => unknown).bind(queue) : member;
    },
  });

/** Reads so many emails at a time, until all are read or one has ended it; returns what it began to read. */
async function runProcess(mails: number, deadly: string): Promise<string[]> {
  const thread = new OneThread(deadly);
  const clock = () => new Date(now);
  const queue = endedWith(thread);
  const deps: RunDeps = {
    clock,
    newId,
    queue,
    runner: new WorkRunner({
      queue,
      owner: newId(),
      leaseMs: LEASE_MS,
      clock,
      backoff: { firstMs: 2000, longestMs: 60_000 },
      log,
    }),
    requests: stores.requests,
    texts: stores.texts,
    inquiries: { note: async () => undefined },
    mailUrl: () => undefined,
    raws: { read: async (sha256) => storedBytes(Buffer.from(sha256)) },
    reader: thread,
    waiting: { take: () => undefined },
    budget: new Budget(64_000_000),
    recipients: {
      addressees: async () => ({ addressees: [ADDRESSEE], leftOut: 0 }),
      property: async () => ({}),
    },
    events: { mailRead: () => undefined },
  };
  const runs = Array.from({ length: mails }, () => runNext(deps, stopped.signal));
  thread.open();
  await Promise.race([thread.died, Promise.all(runs)]);
  return thread.reads;
}

describe('an email that ends every process that reads it', () => {
  it('an email that ends every process that reads it is abandoned, and those that waited with it are read', async () => {
    const deadly = await add(new Date(now));
    const innocent = [await add(new Date(now + 1)), await add(new Date(now + 2))];
    const reads: string[] = [];
    for (let process = 0; process <= CRASHES_MAX; process += 1) {
      now += LEASE_MS + 1;
      reads.push(...(await runProcess(3, deadly)));
    }
    const states = await Promise.all(
      [deadly, ...innocent].map(async (id) => (await stores.mails.find(id))?.state),
    );
    expect(states).toEqual(['failed', 'parsed', 'parsed']);
    expect(reads).toEqual([...Array.from({ length: CRASHES_MAX }, () => deadly), ...innocent]);
  });
});

import { text } from 'node:stream/consumers';
import { RequestCreated } from '@estate/contracts';
import { memoryBus, message } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { connectMongo, newId, sweepBytes } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { eventually, freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from '../manifest.ts';
import { toNewRequest } from '../domain/mail.ts';
import type { MailRecord, RequestRecord } from '../domain/mail.ts';
import { RAWS_UNUSED_MS } from '../processing/create-processing.ts';
import { openStores } from './open-stores.ts';
import type { MailDoc } from './mail-document.ts';
import type { Stores } from './open-stores.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const bus = memoryBus(manifest);
let server: MongoServer;
let database: Database;
let stores: Stores;

beforeAll(async () => {
  server = await startMongo();
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  const bytes = (bucketName: string) => Promise.resolve(database.bytes(bucketName));
  stores = await openStores(
    { database, bytes, bus, log, metrics: createMetrics('test') },
    { ERASE_SETTLE_MS: 60_000, MAIL_KEPT_DAYS: 90 },
  );
  stores.relay.start();
});
afterAll(async () => {
  await stores.relay.close();
  await database.close();
  await server.stop();
});

const by = (owner: string, now = new Date()) => ({ owner, leaseMs: 60_000, now });
const mail = (more: Partial<MailRecord> = {}): MailRecord => ({
  id: newId(),
  key: newId(),
  rawSha256: newId(),
  sizeBytes: 100,
  truncated: false,
  source: 'smtp',
  recipients: ['a@example.org'],
  state: 'pending',
  receivedAt: new Date(),
  expiresAt: new Date(Date.now() + 3_600_000),
  results: [],
  ...more,
});
const add = async (record: MailRecord, claimBy?: ReturnType<typeof by>) =>
  (await stores.mails.addAll([{ record, by: claimBy }]))[0]!;
const ended = { state: 'parsed' as const, results: [] };
/** Takes until this email comes: the emails of other cases may be due, too. */
async function claimed(id: string, owner: string, now = new Date()) {
  for (;;) {
    const next = await stores.queue.claim(by(owner, now));
    if (next === null || next.record.id === id) return next;
  }
}

describe('an email', () => {
  it('an email is one, however many copies of it come, with the recipients of all', async () => {
    const key = newId();
    const copies = ['a@x', 'b@x', 'c@x', 'a@x'].map((address) => mail({ key, recipients: [address] }));
    const added = await Promise.all(copies.map((copy) => add(copy)));
    expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
    const kept = await stores.mails.find(added[0]!.id);
    expect(kept?.recipients.toSorted()).toEqual(['a@x', 'b@x', 'c@x']);
  });

  it('an email is one with at most 1,000 recipients, however many copies of it name others', async () => {
    const key = newId();
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `a${String(from + n)}@x`);
    const { id } = await add(mail({ key, recipients: some(0, 990) }));
    for (const recipients of [some(985, 20), some(2000, 5)]) await add(mail({ key, recipients }));
    expect((await stores.mails.find(id))?.recipients).toEqual(some(0, 1000));
  });

  it('an email is claimed by one only, also when it was claimed with its insert', async () => {
    const record = mail();
    const { claimed: mine } = await add(record, by('first'));
    expect(mine?.record).toEqual(record);
    expect(await claimed(record.id, 'second')).toBeNull();
    const late = await claimed(record.id, 'second', new Date(Date.now() + 120_000));
    expect(late?.crashes).toBe(1);
    expect(await stores.queue.end(mine!, ended, [])).toBe(false);
    expect(await stores.queue.end(late!, ended, [])).toBe(true);
    expect(await claimed(record.id, 'third', new Date(Date.now() + 240_000))).toBeNull();
  });

  it('an email is read once more when a copy for somebody else came in while it was read', async () => {
    const record = mail();
    const { claimed: mine } = await add(record, by('first'));
    await add(mail({ key: record.key, recipients: ['b@example.org'] }));
    expect(await stores.queue.end(mine!, ended, [])).toBe(false);
    await stores.queue.release(mine!);
    const again = await claimed(record.id, 'first', new Date(Date.now() + 1000));
    expect(again?.record.recipients).toEqual(['a@example.org', 'b@example.org']);
    expect(await stores.queue.end(again!, ended, [])).toBe(true);
  });

  it('an email keeps its schedule under the names that former versions know', async () => {
    const record = mail();
    const { claimed: first } = await add(record, by('a'));
    const saved = () => database.db.collection<MailDoc>('mails').findOne({ _id: record.id });
    expect(first).toMatchObject({ attempt: 0, internalErrors: 0, crashes: 0 });
    await stores.queue.retry(first!, { dueAt: new Date(), attempt: 1, internalErrors: 2 });
    expect(await saved()).toMatchObject({ attempt: 1, internalErrors: 2 });
    const later = await claimed(record.id, 'b', new Date(Date.now() + 1000));
    expect(later).toMatchObject({ attempt: 1, internalErrors: 2, crashes: 0 });
    await stores.queue.end(later!, ended, []);
    expect(await saved()).toMatchObject({ attempt: 0, internalErrors: 0 });
    expect(await saved()).not.toHaveProperty('dueAt');
  });

  it('an email that a former version claimed is read when that has crashed', async () => {
    const record = mail();
    await add(record);
    const until = new Date(Date.now() - 1);
    const claimedThen = { lease: { owner: 'former', until }, fence: 3, settled: 2, begun: 1 };
    await database.db.collection<MailDoc>('mails').updateOne({ _id: record.id }, { $set: claimedThen });
    const mine = await claimed(record.id, 'a');
    expect(mine).toMatchObject({ lease: { fence: 4 }, crashes: 0 });
    expect(await stores.queue.end(mine!, ended, [])).toBe(true);
  });

  it('an email is listed for the operator by its state, and read again when asked', async () => {
    const record = mail({ state: 'quarantined' });
    await add(record);
    const query = { state: 'quarantined' as const, limit: 10, order: 'asc' as const };
    expect((await stores.mails.list(query)).records.map(({ id }) => id)).toEqual([record.id]);
    expect(await stores.mails.readAgain(record.id, new Date())).toMatchObject({ state: 'pending' });
    expect(await stores.mails.readAgain(newId(), new Date())).toBeNull();
  });
});

describe('a contact request', () => {
  const request = (more: Partial<RequestRecord> = {}): RequestRecord => ({
    id: newId(),
    accountId: newId(),
    origin: newId(),
    createdAt: new Date(),
    message: 'Hallo',
    targetId: newId(),
    prospect: { lastName: 'Kurz' },
    propertyProvidedByPlatform: {},
    ...more,
  });
  const event = (record: RequestRecord) => {
    const { accountId, createdAt: at } = record;
    return message(RequestCreated, toNewRequest(record), { id: newId(), accountId, at });
  };

  it('a contact request is made and published once, however often its email is read', async () => {
    const first = request();
    const again = request({ accountId: first.accountId, origin: first.origin });
    const made = await Promise.all([first, again].map((each) => stores.requests.add(each, event(each))));
    expect(made.filter(Boolean)).toHaveLength(1);
    await eventually(() => {
      const published = bus.published.filter(({ accountId }) => accountId === first.accountId);
      expect(published).toHaveLength(1);
    });
  });

  it('a contact request whose message is a text of its email refers to it, and shows it', async () => {
    const accountId = newId();
    const text = 'Ich habe Interesse. '.repeat(1000);
    const textIds = await Promise.all([1, 2, 3].map(() => stores.texts.put(accountId, text)));
    expect(new Set(textIds).size).toBe(1);
    expect(await stores.texts.put(newId(), text)).not.toBe(textIds[0]);
    const shared = textIds.map((textId) => request({ accountId, message: text, textId }));
    const own = request({ accountId });
    for (const each of [...shared, own]) await stores.requests.add(each, event(each));
    const { records } = await stores.requests.list(accountId, { limit: 10, order: 'asc' });
    expect(records.map(({ message: shown }) => shown)).toEqual([text, text, text, 'Hallo']);
    expect((await stores.requests.find(accountId, shared[0]!.id))?.message).toBe(text);
    const saved = database.db.collection('requests');
    expect(await saved.countDocuments({ accountId, message: text })).toBe(0);
    expect(await database.db.collection('texts').countDocuments({ accountId })).toBe(1);
  });

  it('a contact request is found by its account alone, and listed by target and property', async () => {
    const accountId = newId();
    const [a, b] = [request({ accountId, propertyId: newId() }), request({ accountId })];
    for (const each of [a, b]) await stores.requests.add(each, event(each));
    const page = { limit: 10, order: 'asc' as const };
    const listed = async (more: object) =>
      (await stores.requests.list(accountId, { ...page, ...more })).records.map(({ id }) => id);
    expect(await listed({})).toEqual([a.id, b.id]);
    expect(await listed({ propertyId: a.propertyId })).toEqual([a.id]);
    expect(await listed({ targetId: b.targetId })).toEqual([b.id]);
    expect(await stores.requests.find(accountId, a.id)).toEqual(a);
    expect(await stores.requests.find(newId(), a.id)).toBeNull();
  });
});

describe('a mailbox', () => {
  it('a mailbox is read by one process, and by the next one when that goes silent', async () => {
    const name = newId();
    const takers = await Promise.all(['a', 'b', 'c'].map((owner) => stores.mailboxes.claim(name, by(owner))));
    const [lease] = takers.filter((taken) => taken !== null);
    expect(takers.filter((taken) => taken !== null)).toHaveLength(1);
    expect(await stores.mailboxes.claim(name, by('d'))).toBeNull();
    const next = await stores.mailboxes.claim(name, by('d', new Date(Date.now() + 120_000)));
    expect(next?.owner).toBe('d');
    expect(await stores.mailboxes.extend(lease!, 60_000, new Date())).toBe(false);
  });
});

describe('raw emails', () => {
  it('raw emails stay while an email names them, and go when their time is over', async () => {
    const named = mail();
    await add(named);
    for (const sha256 of [named.rawSha256, 'nobody-names-this']) {
      await stores.raws.putAll([{ name: sha256, bytes: Buffer.from(sha256) }]);
    }
    const swept: unknown[] = [];
    const sweep = (clock: () => Date) => {
      const unnamed = (names: readonly string[]) => stores.mails.unnamedRaws(names);
      const onSwept = (each: unknown) => void swept.push(each);
      const sweeping = { bytes: stores.raws, unnamed, unusedForMs: RAWS_UNUSED_MS, clock, onSwept };
      return sweepBytes(sweeping, new AbortController().signal);
    };
    await sweep(() => new Date());
    expect(swept).toEqual([]);
    await sweep(() => new Date(Date.now() + 2 * 3_600_000));
    expect(swept).toEqual([{ removed: 1, unfinished: 0 }]);
    expect(await stores.raws.read('nobody-names-this')).toBeNull();
    const stored = await stores.raws.read(named.rawSha256);
    expect(stored && (await text(stored.stream))).toBe(named.rawSha256);
  });
});

describe('the queries of the inbox', () => {
  it('each use their index', async () => {
    const explained = async (collection: string, filter: object, sort: object) => {
      const plan = await database.db
        .collection(collection)
        .find(filter)
        .sort(sort as never)
        .explain('queryPlanner');
      return JSON.stringify(plan);
    };
    const look = (filter: object, sort: object) => explained('requests', filter, sort);
    const first = await look({ accountId: 'a' }, { _id: 1 }).catch((error: unknown) => error);
    if (first instanceof Error) return; // a server without explain
    expect(first).toContain('IXSCAN');
    expect(await look({ accountId: 'a', targetId: 't' }, { _id: 1 })).toContain('"target"');
    expect(await look({ accountId: 'a', propertyId: 'p' }, { _id: 1 })).toContain('"property"');
    const mails = (filter: object, sort: object) => explained('mails', filter, sort);
    expect(await mails({ dueAt: { $lte: new Date() } }, { dueAt: 1 })).toContain('"due"');
    expect(await mails({ state: 'quarantined' }, { _id: 1 })).toContain('"state"');
    expect(await mails({ rawSha256: 'x' }, {})).toContain('"raw"');
  });
});

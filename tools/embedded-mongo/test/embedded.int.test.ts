import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Db, type Document, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts';
import { errorOf } from './suites/server-under-test.ts';

const main = join(dirname(fileURLToPath(import.meta.url)), '../src/main.ts');
let directory: string;
let server: EmbeddedMongo;
let client: MongoClient;
let db: Db;

async function open(): Promise<void> {
  server = await startEmbeddedMongo({ port: 0, directory, ttlIntervalMs: 100 });
  client = await MongoClient.connect(server.uri);
  db = client.db('test');
}

async function close(): Promise<void> {
  await client.close();
  await server.close();
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

describe('the embedded server', () => {
  beforeEach(open);
  afterEach(close);

  it.each([
    [59, { mapReduce: 'c' }],
    [59, { collMod: 'c' }],
    [72, { find: 'c', collation: { locale: 'de' } }],
    [72, { find: 'c', tailable: true }],
    [59, { distinct: 'c', key: 'a' }],
    [59, { create: 'c' }],
    [59, { drop: 'c' }],
    [59, { dropIndexes: 'c', index: '*' }],
    [72, { listCollections: 1, filter: { name: 'c' } }],
    [59, { listDatabases: 1 }],
    [72, { saslStart: 1, mechanism: 'SCRAM-SHA-1', payload: '' }],
    [72, { find: 'c', max: { a: 1 } }],
    [72, { find: 'c', projection: { a: 0 } }],
    [72, { find: 'c', projection: { _id: 0 } }],
    [72, { find: 'c', projection: { a: { $slice: 1 } } }],
    [72, { find: 'c', projection: { 'a.$': 1 } }],
    [2, { find: 'c', filter: { a: { $size: 1 } } }],
    [2, { find: 'c', filter: { $nor: [{ a: 1 }] } }],
    [72, { explain: { count: 'c' } }],
    [72, { explain: { find: 'c', max: { a: 1 } } }],
    [72, { aggregate: 'c', pipeline: [], cursor: {} }],
    [72, { aggregate: 'c', pipeline: [{ $match: {} }, { $out: 'd' }], cursor: {} }],
    [
      72,
      { aggregate: 'c', pipeline: [{ $match: {} }, { $group: { _id: '$a', n: { $sum: 1 } } }], cursor: {} },
    ],
    [72, { aggregate: 'c', pipeline: [{ $changeStream: {} }], cursor: {} }],
    [72, { createIndexes: 'c', indexes: [{ key: { a: 'text' }, name: 'a' }] }],
    [72, { createIndexes: 'c', indexes: [{ key: { a: -1 }, name: 'a' }] }],
    [72, { createIndexes: 'c', indexes: [{ key: { 'a.0': 1 }, name: 'a' }] }],
    [72, { createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 'a', collation: { locale: 'de' } }] }],
    [20, { insert: 'c', documents: [{}], txnNumber: 1, startTransaction: true, autocommit: false }],
    [72, { ping: 1, apiVersion: '1' }],
  ])('an unsupported command or option is refused with code %i: %j', async (code, command) => {
    const error = await errorOf(db.command(command));
    expect(error['code']).toBe(code);
    expect(error['message']).toBeTruthy();
  });

  it.each([
    [72, [{ $set: { a: 1 } }], {}],
    [72, { $set: { a: 1 } }, { collation: { locale: 'de' } }],
    [72, { $set: { a: 1 } }, { hint: 'a' }],
    [72, { $set: { 'a.$[x]': 1 } }, { arrayFilters: [{ x: 1 }] }],
    [72, { $set: { 'a.$': 1 } }, {}],
    [72, { $set: { 'a.$[]': 1 } }, {}],
    [72, { $push: { a: { $each: [1], $sort: 1 } } }, {}],
    [72, { $push: { a: { $each: [1], $position: 0 } } }, {}],
    [72, { $push: { a: { $each: [1], $slice: 2 } } }, {}],
    [72, { $pull: { a: 1 } }, {}],
    [72, { $pull: { a: { $gte: 1 } } }, {}],
    [9, { $mul: { a: 2 } }, {}],
    [9, { $set: { b: 1 }, constructor: { a: 2 } }, {}],
    [9, { $min: { a: 2 } }, {}],
    [9, { $rename: { a: 'b' } }, {}],
    [9, { $addToSet: { a: 1 } }, {}],
    [9, { $pop: { a: 1 } }, {}],
    [9, { $currentDate: { a: true } }, {}],
  ] as [number, Document, object][])(
    'an unsupported update is refused with code %i: %j with the options %j',
    async (code, update, options) => {
      const docs = db.collection<{ _id: number; a: number }>('c');
      await docs.insertOne({ _id: 1, a: 5 });
      expect((await errorOf(docs.updateOne({}, update, options)))['code']).toBe(code);
      expect(await docs.find().toArray()).toEqual([{ _id: 1, a: 5 }]);
    },
  );

  // MongoDB's rules, on which other engines are more lenient
  it('an array element that another document has, and two arrays in one index entry, are refused', async () => {
    const docs = db.collection('c');
    await docs.createIndex({ a: 1 }, { unique: true });
    await docs.insertOne({ a: ['x', 'x', 'y'] });
    expect((await errorOf(docs.insertOne({ a: 'y' })))['code']).toBe(11000);
    await docs.createIndex({ b: 1, c: 1 });
    expect((await errorOf(docs.insertOne({ a: 1, b: [1], c: [2] })))['code']).toBe(171);
  });

  it('a TTL index removes the documents whose date has passed, and no others', async () => {
    const docs = db.collection<{ _id: number; at: unknown; keep?: boolean }>('expiring');
    await docs.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
    const future = new Date(Date.now() + 3_600_000);
    await docs.insertMany([
      { _id: 1, at: new Date(0) },
      { _id: 2, at: future },
      { _id: 3, at: 'text' },
      { _id: 4, at: null },
    ]);
    const ids = async () => (await docs.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
    await vi.waitFor(async () => expect(await ids()).toEqual([2, 3, 4]), { timeout: 50_000 });
  });

  it('a page of 100 out of 100,000 documents is read without the others', async () => {
    const docs = db.collection<{ _id: number; accountId: number }>('many');
    await docs.createIndex({ accountId: 1, _id: 1 });
    await docs.insertMany(Array.from({ length: 100_000 }, (_, _id) => ({ _id, accountId: _id % 3 })));
    const examined = async (filter: object, sort: Record<string, 1 | -1>) => {
      const { executionStats } = await docs.find(filter).sort(sort).limit(100).explain('executionStats');
      expect(executionStats.nReturned).toBe(100);
      return Math.max(executionStats.totalDocsExamined, executionStats.totalKeysExamined);
    };
    expect(await examined({ accountId: 1, _id: { $gt: 50_000 } }, { _id: 1 })).toBeLessThan(110);
    expect(await examined({ accountId: 1, _id: { $lt: 50_000 } }, { _id: -1 })).toBeLessThan(110);
    expect(await examined({ _id: { $gt: 50_000 } }, { _id: 1 })).toBeLessThan(110);
    expect(await examined({ _id: { $lt: 50_000 } }, { _id: -1 })).toBeLessThan(110);
    expect(await examined({}, { _id: -1 })).toBeLessThan(110);
  });

  it('a partial index serves only queries within its filter, and a union of indexes serves alternatives', async () => {
    const docs = db.collection('plans');
    await docs.createIndex({ due: 1 }, { partialFilterExpression: { state: 'due' }, name: 'due' });
    await docs.createIndex({ a: 1 });
    await docs.insertMany(
      Array.from({ length: 20 }, (_, due) => ({ due, a: due, state: due % 2 ? 'due' : 'done' })),
    );
    const plan = async (filter: object) =>
      JSON.stringify((await docs.find(filter).explain()).queryPlanner.winningPlan);
    expect(await plan({ state: 'due', due: { $lt: 5 } })).toContain('"indexName":"due"');
    expect(await plan({ state: { $in: ['due', 'done'] }, due: { $lt: 5 } })).toContain('COLLSCAN');
    expect(await plan({ $or: [{ a: 1 }, { state: 'due', due: 2 }] })).toContain('"stage":"OR"');
    expect(await plan({ $or: [{ a: 1 }, { b: 2 }] })).toContain('COLLSCAN');
  });

  it('documents, indexes and their rules survive a restart', async () => {
    await db.collection('kept').createIndex({ a: 1 }, { unique: true });
    await db.collection('kept').insertOne({ a: 1 });
    await close();
    await open();
    expect(await db.collection('kept').countDocuments({ a: 1 })).toBe(1);
    expect((await errorOf(db.collection('kept').insertOne({ a: 1 })))['code']).toBe(11000);
  });
});

describe('the process of the embedded server', () => {
  let running: ChildProcess | undefined;

  afterEach(() => running?.kill('SIGKILL'));

  const start = async (): Promise<string> => {
    const child = spawn(process.execPath, [main, '--port', '0', '--data', directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running = child;
    for await (const line of createInterface({ input: child.stdout }))
      if (line.startsWith('ready: ')) return line.slice('ready: '.length);
    throw new Error('the server ended before it was ready');
  };

  it('an acknowledged write survives the kill of the server, and indexes and documents stay consistent', async () => {
    const first = await MongoClient.connect(await start());
    const docs = first.db('test').collection<{ _id: number; key: number }>('docs');
    await docs.createIndex({ key: 1 }, { unique: true });
    const acknowledged: number[] = [];
    let next = 0;
    const write = async (): Promise<void> => {
      for (;;) {
        const _id = next++;
        await docs.insertOne({ _id, key: -_id });
        acknowledged.push(_id);
        if (acknowledged.length === 500) running?.kill('SIGKILL');
      }
    };
    await Promise.allSettled(Array.from({ length: 8 }, write));
    await first.close();
    const second = await MongoClient.connect(await start());
    const kept = second.db('test').collection<{ _id: number; key: number }>('docs');
    const byId = new Set((await kept.find().hint({ _id: 1 }).toArray()).map(({ _id }) => _id));
    const byKey = new Set(
      (
        await kept
          .find({ key: { $lte: 0 } })
          .hint({ key: 1 })
          .toArray()
      ).map(({ _id }) => _id),
    );
    expect(acknowledged.filter((id) => !byId.has(id))).toEqual([]);
    expect(byKey).toEqual(byId);
    await second.close();
  });

  it('the process ends cleanly on SIGTERM', async () => {
    await start();
    const ended = once(running as ChildProcess, 'exit');
    running?.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });
});

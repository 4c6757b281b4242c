import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'bson';
import { type Db, MongoClient, Timestamp } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodySection, messageOf, RawClient, sequenceSection } from './raw-client.ts';
import { ServerProcess } from './server-process.ts';
import { errorOf } from './suites/server-under-test.ts';

/** One process serves the whole file: what a client sends must neither end it nor fill its memory. */
const mostMemory = 1.5 * 1024 ** 3;
const MB = 1024 * 1024;

let directory: string;
let server: ServerProcess;
let client: MongoClient;
let db: Db;
let last = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  server = await ServerProcess.start(directory);
  client = await MongoClient.connect(server.uri);
});

beforeEach(() => {
  db = client.db(`test${++last}`);
});

afterAll(async () => {
  await client.close();
  await ServerProcess.endAll();
  rmSync(directory, { recursive: true });
});

/** After every attack it is the same process, it answers, and it never held more than its bound. */
async function expectHealthy(): Promise<void> {
  await db
    .collection<{ _id: string }>('health')
    .updateOne({ _id: 'x' }, { $inc: { n: 1 } }, { upsert: true });
  expect(await db.collection('health').countDocuments()).toBe(1);
  expect(server.child.exitCode).toBeNull();
  if (process.platform === 'linux') expect(server.mostMemory()).toBeLessThan(mostMemory);
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};

/** `{ _id: 1, <element> }` with an element of any bytes. */
function documentWith(element: Uint8Array): Buffer {
  const elements = Buffer.concat([Buffer.from('\u0010_id\0'), int32(1), element, Buffer.alloc(1)]);
  return Buffer.concat([int32(4 + elements.length), elements]);
}

/** A document with arrays or documents within each other. */
function nested(levels: number): Buffer {
  const head = 7; // length, type and name
  const bytes = Buffer.alloc(levels * (head + 1) + 5);
  for (let level = 0; level <= levels; level++) {
    bytes.writeInt32LE(bytes.length - level * (head + 1), level * head);
    if (level < levels) bytes.write('\u0003a\0', level * head + 4);
  }
  return bytes;
}

const element = (type: number, ...value: Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.of(type), Buffer.from('a\0'), ...value]);

const malformed: [string, Uint8Array][] = [
  ['a string longer than its document', element(2, int32(1000), Buffer.from('x\0'))],
  ['a string of negative length', element(2, int32(-1), Buffer.from('x\0'))],
  ['a string that does not end', element(2, int32(2), Buffer.from('xy'))],
  ['a string that is not UTF-8', element(2, int32(3), Buffer.of(0xc3, 0x28, 0))],
  ['a binary of negative length', element(5, int32(-5), Buffer.of(0))],
  ['a document of negative length', element(3, int32(-5), Buffer.of(0))],
  ['a document longer than the one around it', element(3, int32(500), Buffer.of(0))],
  ['an unknown type', element(0x42, int32(1))],
  ['a boolean that is neither', element(8, Buffer.of(7))],
  ['a name without an end', Buffer.from('\u0010aaaa')],
  ['a number that is cut', element(1, Buffer.of(1, 2, 3))],
];

describe('a document on the wire', () => {
  it.each(malformed)('a malformed document is refused and not stored: %s', async (_, bytes) => {
    const raw = await RawClient.connect(server.port);
    const insert = bodySection({ insert: 'malformed' });
    const documents = [serialize({ _id: 5 }), documentWith(bytes)];
    const answer = await raw.ask(messageOf(Buffer.concat([insert, sequenceSection('documents', documents)])));
    expect(answer).toMatchObject({ ok: 0, code: 22, codeName: 'InvalidBSON' });
    const asBody = await raw.ask(messageOf(Buffer.concat([Buffer.of(0), documentWith(bytes)])));
    expect(asBody).toMatchObject({ ok: 0, code: 22 });
    raw.socket.destroy();
    expect(await client.db('test').collection('malformed').countDocuments()).toBe(0);
    await expectHealthy();
  });

  it('nesting deeper than 200 levels is refused in documents, commands and results of updates', async () => {
    const raw = await RawClient.connect(server.port);
    const insert = (levels: number) =>
      raw.ask(
        messageOf(
          Buffer.concat([bodySection({ insert: 'nested' }), sequenceSection('documents', [nested(levels)])]),
        ),
      );
    expect(await insert(199)).toMatchObject({ ok: 1, n: 1 });
    expect(await insert(200)).toMatchObject({ ok: 0, code: 15 });
    expect(await insert(1_000_000)).toMatchObject({ ok: 0, code: 15 });
    expect(await raw.ask(messageOf(Buffer.concat([Buffer.of(0), nested(1_000_000)])))).toMatchObject({
      code: 15,
    });
    raw.socket.destroy();
    const docs = db.collection<{ _id: number }>('deep');
    await docs.insertOne({ _id: 1 });
    const path = (levels: number) => Array.from({ length: levels }, () => 'a').join('.');
    expect((await errorOf(docs.updateOne({ _id: 1 }, { $set: { [path(5000)]: 1 } })))['code']).toBe(15);
    await docs.updateOne({ _id: 1 }, { $set: { [path(150)]: 1 } });
    expect(await docs.countDocuments({ [path(150)]: 1 })).toBe(1);
    await expectHealthy();
  });

  it('a value of an unsupported type is refused', async () => {
    await expect(db.collection('types').insertOne({ a: /x/ })).rejects.toMatchObject({ code: 72 });
    await expect(db.collection('types').findOne({ a: new Timestamp(0n) })).rejects.toMatchObject({
      code: 72,
    });
    expect(await db.collection('types').countDocuments()).toBe(0);
  });

  it('a date that JavaScript does not know is refused', async () => {
    const raw = await RawClient.connect(server.port);
    const documents = [documentWith(element(9, Buffer.alloc(8, 0x7f)))];
    const answer = await raw.ask(
      messageOf(Buffer.concat([bodySection({ insert: 'dates' }), sequenceSection('documents', documents)])),
    );
    expect(answer).toMatchObject({ ok: 0, code: 2 });
    raw.socket.destroy();
  });

  it('a document with fields named like those of JavaScript objects is stored like any other', async () => {
    const raw = await RawClient.connect(server.port);
    const names = { constructor: 5, hasOwnProperty: 6, toString: 7 };
    const special = Object.defineProperty({ _id: 2, b: 1 }, '__proto__', { value: 8, enumerable: true });
    const documents = [serialize({ _id: 1, constructor: 1, a: names }), serialize(special)];
    const insert = [bodySection({ insert: 'names' }), sequenceSection('documents', documents)];
    expect(await raw.ask(messageOf(Buffer.concat(insert)))).toMatchObject({ ok: 1, n: 2 });
    raw.socket.destroy();
    const docs = client.db('test').collection<{ _id: number }>('names');
    await docs.createIndex({ 'a.hasOwnProperty': 1 });
    expect(await docs.countDocuments({ 'a.constructor': 5, 'a.toString': 7, constructor: 1 })).toBe(1);
    expect(await docs.countDocuments({ 'a.hasOwnProperty': 6 })).toBe(1);
    await docs.updateMany({}, { $set: { c: 1 } });
    const kept = (await docs.findOne({ _id: 2 })) ?? {};
    expect(Object.entries(kept)).toContainEqual(['__proto__', 8]);
    await expectHealthy();
  });
});

describe('a message on the wire', () => {
  it.each([0, -1, 4, 1000, 2 ** 31 - 1])('a message with a section of %d bytes is refused', async (size) => {
    const raw = await RawClient.connect(server.port);
    for (const kind of [0, 1]) {
      const section = Buffer.concat([Buffer.of(kind), int32(size), Buffer.from('documents\0')]);
      const answer = await raw.ask(messageOf(Buffer.concat([bodySection({ ping: 1 }), section])));
      expect(answer).toMatchObject({ ok: 0, code: 9 });
    }
    expect(await raw.ask(messageOf(bodySection({ ping: 1 })))).toMatchObject({ ok: 1 });
    raw.socket.destroy();
    await expectHealthy();
  });

  it.each([-1, 0, 15, 17, 100_000_000, 2 ** 31 - 1])(
    'a message that announces %d bytes ends only its own connection',
    async (length) => {
      const raw = await RawClient.connect(server.port);
      raw.socket.write(messageOf(Buffer.alloc(100), length));
      await raw.closed;
      await expectHealthy();
    },
  );

  it('a message with more than 100,000 documents, or a command above 16 MB, is refused', async () => {
    const raw = await RawClient.connect(server.port);
    const many = Array.from({ length: 100_001 }, () => serialize({}));
    const batch = Buffer.concat([bodySection({ insert: 'many' }), sequenceSection('documents', many)]);
    expect(await raw.ask(messageOf(batch))).toMatchObject({ ok: 0, code: 16 });
    const large = documentWith(element(5, int32(17 * MB), Buffer.alloc(17 * MB + 1)));
    expect(await raw.ask(messageOf(Buffer.concat([Buffer.of(0), large])))).toMatchObject({
      ok: 0,
      code: 10334,
    });
    raw.socket.destroy();
    await expectHealthy();
  });

  it('a message of random bytes ends at most its own connection', async () => {
    let state = 7;
    const byte = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 24;
    for (let round = 0; round < 60; round++) {
      const raw = await RawClient.connect(server.port);
      const command = messageOf(
        Buffer.concat([bodySection({ find: 'c', filter: { a: { $in: [1, 'x'] } } })]),
      );
      for (let change = 0; change < 3; change++) command[16 + (byte() % (command.length - 16))] = byte();
      raw.socket.end(command);
      raw.socket.resume();
      await raw.closed;
    }
    await expectHealthy();
  });

  it('incomplete messages on many connections hold a bounded number of bytes', async () => {
    const part = messageOf(Buffer.alloc(30 * MB), 40 * MB);
    const clients = await Promise.all(Array.from({ length: 60 }, () => RawClient.connect(server.port)));
    const sent = clients.map(
      (raw) =>
        new Promise<void>(
          (resolve) => void (raw.socket.write(part, () => resolve()), raw.closed.then(() => resolve())),
        ),
    );
    await Promise.all(sent);
    await expectHealthy();
    for (const raw of clients) raw.socket.destroy();
    await Promise.all(clients.map((raw) => raw.closed));
    const after = await RawClient.connect(server.port);
    after.socket.write(part);
    await expectHealthy();
    after.socket.destroy();
  });
});

describe('a reply', () => {
  it('a page of find ends at 16 MB, and the cursor continues with the document that did not fit', async () => {
    const docs = db.collection<{ _id: number; text: string }>('large');
    for (let _id = 0; _id < 7; _id++) await docs.insertOne({ _id, text: 'x'.repeat(7 * MB) });
    const first = await db.command({ find: 'large', sort: { _id: 1 } });
    const page = async (id: unknown) => db.command({ getMore: id, collection: 'large' });
    const pages = [first['cursor'].firstBatch as { _id: number }[]];
    for (let { id } = first['cursor']; String(id) !== '0';) {
      const { cursor } = await page(id);
      pages.push(cursor.nextBatch);
      id = cursor.id;
    }
    expect(pages.map((batch) => batch.map(({ _id }) => _id))).toEqual([[0, 1], [2, 3], [4, 5], [6]]);
  });

  it('a duplicate of 15 MB is reported without its value', async () => {
    const docs = db.collection<{ _id: number; text: string }>('duplicates');
    await docs.createIndex({ text: 1 }, { unique: true });
    await docs.insertOne({ _id: 1, text: 'x'.repeat(15 * MB) });
    const filter = { _id: 2 };
    const error = await errorOf(
      docs.findOneAndUpdate(filter, { $set: { text: 'x'.repeat(15 * MB) } }, { upsert: true }),
    );
    expect(error['code']).toBe(11000);
    await expectHealthy();
  });

  it('an answer about 20,000 refused documents lists each of them', async () => {
    const docs = db.collection<{ _id: string }>('refused');
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ _id: `${'long '.repeat(200)}${at}` }));
    await docs.insertMany(rows);
    const error = await errorOf(docs.insertMany(rows, { ordered: false }));
    expect(error['code']).toBe(11000);
    expect(error['writeErrors']).toHaveLength(20_000);
    await expectHealthy();
  });

  it('a client that reads no answers gets no further requests served', async () => {
    const docs = db.collection<{ _id: number; text: string }>('unread');
    await docs.insertOne({ _id: 1, text: 'x'.repeat(15 * MB) });
    const raw = await RawClient.connect(server.port);
    raw.socket.pause();
    const find = serialize({ find: 'unread', $db: db.databaseName });
    const request = messageOf(Buffer.concat([Buffer.of(0), find]));
    raw.socket.write(Buffer.concat(Array.from({ length: 400 }, () => request)));
    await expectHealthy();
    raw.socket.destroy();
    await raw.closed;
    await expectHealthy();
  });
});

describe('clients that leave things behind', () => {
  it('thousands of open cursors need a bounded amount of memory', async () => {
    const docs = db.collection<{ _id: number; n: number; text: string }>('sorted');
    await docs.insertMany(Array.from({ length: 20 }, (_, _id) => ({ _id, n: -_id, text: 'x'.repeat(MB) })));
    await db
      .collection<{ _id: number }>('small')
      .insertMany(Array.from({ length: 200 }, (_, _id) => ({ _id })));
    for (let at = 0; at < 120; at++) await db.command({ find: 'sorted', sort: { n: 1 }, batchSize: 1 });
    const opened: unknown[] = [];
    for (let at = 0; at < 11_000; at++)
      opened.push((await db.command({ find: 'small', batchSize: 1 }))['cursor'].id);
    expect((await errorOf(db.command({ getMore: opened[0], collection: 'small' })))['code']).toBe(43);
    expect(
      (await db.command({ getMore: opened.at(-1), collection: 'small' }))['cursor'].nextBatch,
    ).toHaveLength(199);
    await expectHealthy();
  });

  it('a cursor whose database was dropped gives an error, never documents of another collection', async () => {
    const docs = db.collection<{ _id: number; of: string }>('dropped');
    const rows = (of: string) => Array.from({ length: 50 }, (_, _id) => ({ _id, of }));
    await docs.insertMany(rows('old'));
    const { cursor } = await db.command({ find: 'dropped', batchSize: 2 });
    await db.dropDatabase();
    await db.collection<{ _id: number; of: string }>('other').insertMany(rows('new'));
    expect((await errorOf(db.command({ getMore: cursor.id, collection: 'dropped' })))['code']).toBe(43);
  });

  it('clients that disconnect in the middle of a message do not disturb others', async () => {
    const whole = messageOf(bodySection({ find: 'none' }));
    for (let round = 0; round < 100; round++) {
      const raw = await RawClient.connect(server.port);
      raw.socket.write(whole.subarray(0, 1 + (round % whole.length)));
      if (round % 2) raw.socket.resetAndDestroy();
      else raw.socket.destroy();
    }
    await expectHealthy();
  });
});

describe('a command that fails in an unforeseen way', () => {
  it('a command that fails unexpectedly is refused alone, and concurrent writes of others succeed', async () => {
    const docs = db.collection<{ _id: number }>('others');
    const bad = () => errorOf(db.command({ update: 'others', updates: [null] }));
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, _id) => (_id % 4 === 3 ? bad() : docs.insertOne({ _id }))),
    );
    expect(results).toHaveLength(60);
    expect(await docs.countDocuments()).toBe(45);
    await expectHealthy();
  });
});

describe('a server without file descriptors left', () => {
  it('a server without file descriptors reports it once and accepts connections again later', async () => {
    const data = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
    const small = await ServerProcess.start(data, { shell: 'ulimit -n 64; exec "$@"' });
    const clients = await Promise.all(Array.from({ length: 80 }, () => RawClient.connect(small.port)));
    const ping = messageOf(bodySection({ ping: 1 }));
    expect(await (clients[0] as RawClient).ask(ping)).toMatchObject({ ok: 1 });
    for (const raw of clients) raw.socket.destroy();
    await vi.waitFor(async () => {
      const raw = await RawClient.connect(small.port);
      expect(await raw.ask(ping)).toMatchObject({ ok: 1 });
      raw.socket.destroy();
    });
    await small.end();
    rmSync(data, { recursive: true });
  });
});

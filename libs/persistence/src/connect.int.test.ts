import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket, connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Unavailable } from '@estate/errors';
import { eventually, freshDatabase, startCuttingProxy, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { MongoError } from 'mongodb';
import type { Collection } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { POOL_SIZE, connectMongo } from './connect.ts';
import { isDuplicateKey, toServiceError } from './mongo/driver-errors.ts';
import { ensureIndexes } from './mongo/indexes.ts';
import { quiet } from './mongo/quiet.fixture.ts';

type Things = Collection<{ _id: string; name: string }>;

let server: MongoServer;
beforeAll(async () => {
  server = await startMongo();
});
afterAll(async () => {
  await server?.stop();
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The same server over a way that at a word takes nothing more, and then resets every connection. */
async function resettable(uri: string) {
  const way = new URL(uri.replace(/^mongodb:/, 'http:'));
  const target = { host: way.hostname, port: Number(way.port || 27_017) };
  const clients = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(target);
    clients.add(client);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.pipe(server);
    server.pipe(client);
    client.on('close', () => {
      clients.delete(client);
      server.destroy();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  way.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  way.searchParams.set('directConnection', 'true');
  way.searchParams.set('retryWrites', 'false');
  way.searchParams.set('retryReads', 'false');
  return {
    uri: way.href.replace(/^http:/, 'mongodb:'),
    stall: () => {
      for (const client of clients) client.unpipe().pause();
    },
    reset: () => {
      for (const client of clients) client.resetAndDestroy();
    },
    close: () => new Promise((resolve) => proxy.close(resolve)),
  };
}

/** The same server over a way that can be cut. */
async function cuttable(uri: string) {
  const way = new URL(uri.replace(/^mongodb:/, 'http:'));
  const server = { host: way.hostname, port: Number(way.port || 27_017) };
  const { port, close } = await startCuttingProxy(server, () => Number.POSITIVE_INFINITY);
  way.host = `127.0.0.1:${port}`;
  way.searchParams.set('directConnection', 'true');
  way.searchParams.set('serverSelectionTimeoutMS', '100');
  return { uri: way.href.replace(/^http:/, 'mongodb:'), cut: close };
}

describe('a connection to the store', () => {
  it('a connection to the store is ready until it is closed', async () => {
    const database = await connectMongo({ uri: server.uri, database: freshDatabase(), log: quiet });
    expect(await database.ready()).toBe(true);
    await database.close();
    expect(await database.ready()).toBe(false);
    const error = await database.db.collection('things').findOne({}).catch(toServiceError);
    expect(error).toBeInstanceOf(Unavailable);
  });

  it('a process opens a limited number of connections to the store, unless its address has another limit', async () => {
    const limitOf = async (uri: string) => {
      const database = await connectMongo({ uri, database: freshDatabase(), log: quiet });
      await database.close();
      return database.db.client.options.maxPoolSize;
    };
    const other = new URL(server.uri.replace(/^mongodb:/, 'http:'));
    other.searchParams.set('maxPoolSize', '7');
    expect(await limitOf(server.uri)).toBe(POOL_SIZE);
    expect(await limitOf(other.href.replace(/^http:/, 'mongodb:'))).toBe(7);
  });

  it('a connection to the store that ends just before a write fails the write', async () => {
    const sockets: Socket[] = [];
    const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
    subscribe('net.client.socket', note);
    const database = await connectMongo({ uri: server.uri, database: freshDatabase(), log: quiet });
    unsubscribe('net.client.socket', note);
    // From here until its `close` event a socket takes what is written without sending it, and says nothing.
    for (const socket of sockets) socket.destroy();
    const error = await database.db.command({ ping: 1 }).catch(toServiceError);
    expect(error).toBeInstanceOf(Unavailable);
    await database.close();
  });

  it('a lost connection to the store fails every operation on it, including bulk writes', async () => {
    const far = await cuttable(server.uri);
    const database = await connectMongo({ uri: far.uri, database: freshDatabase(), log: quiet });
    const things = database.db.collection<{ _id: string }>('things');
    await things.insertOne({ _id: 'before' });
    await far.cut();
    for (const ask of [
      () => things.findOne({}),
      () => things.insertOne({ _id: 'one' }),
      () => things.insertMany([{ _id: 'two' }, { _id: 'three' }], { ordered: false }),
      () => things.bulkWrite([{ deleteOne: { filter: { _id: 'before' } } }]),
    ]) {
      const error: unknown = await ask().catch(toServiceError);
      expect(error).toBeInstanceOf(Unavailable);
      expect(error).toMatchObject({ code: 'store-unavailable' });
    }
    await database.close();
  });

  it.each([
    ['an insert', (things: Things, name: string) => things.insertOne({ _id: 'a', name })],
    [
      'many inserts',
      (things: Things, name: string) => things.insertMany([{ _id: 'b', name }], { ordered: false }),
    ],
    [
      'a bulk write',
      (things: Things, name: string) => things.bulkWrite([{ insertOne: { document: { _id: 'c', name } } }]),
    ],
    ['a question', (things: Things, name: string) => things.findOne({ name })],
  ])(
    'a connection to the store that is reset while a command waits to be written says that the store is unavailable: %s',
    async (_what, ask) => {
      const way = await resettable(server.uri);
      const database = await connectMongo({ uri: way.uri, database: freshDatabase(), log: quiet });
      const waiting = vi.spyOn(Socket.prototype, 'write');
      way.stall();
      const outcome = ask(database.db.collection('things'), 'x'.repeat(12_000_000)).catch(
        (thrown: unknown) => thrown,
      );
      await eventually(() => expect(waiting.mock.results.some(({ value }) => value === false)).toBe(true));
      waiting.mockRestore();
      way.reset();
      const error = await outcome;
      expect(error).toBeInstanceOf(MongoError);
      expect(toServiceError(error)).toMatchObject({ code: 'store-unavailable' });
      await database.close();
      await way.close();
    },
  );

  it('a connection to the store is retried with a log line without the password until it is aborted', async () => {
    const uri = `mongodb://someone:hunter2@127.0.0.1:${await freePort()}/?serverSelectionTimeoutMS=20`;
    const log = { ...quiet, warn: vi.fn() };
    const stop = new AbortController();
    const waiting = connectMongo({ uri, database: 'away', log, signal: stop.signal });
    waiting.catch(() => undefined);
    await eventually(() => log.warn.mock.calls.length > 1);
    stop.abort();
    await expect(waiting).rejects.toThrow('aborted');
    expect(JSON.stringify(log.warn.mock.calls)).not.toContain('hunter2');
  });

  it('a connection to the store fails at once when the URI can never work', async () => {
    await expect(connectMongo({ uri: 'http://x', database: 'x', log: quiet })).rejects.toThrow('scheme');
  });
});

describe('indexes', () => {
  it('indexes can be ensured repeatedly, and refuse duplicates by their name', async () => {
    const database = await connectMongo({ uri: server.uri, database: freshDatabase(), log: quiet });
    const things = database.db.collection<{ _id: string; account: string; name: string }>('things');
    const indexes = [
      { key: { account: 1, name: 1 }, unique: true, name: 'account_name' },
      { key: { name: 1 }, name: 'name' },
    ] as const;
    await ensureIndexes(things, indexes);
    await ensureIndexes(things, indexes);
    await things.insertOne({ _id: 'a', account: 'x', name: 'n' });
    const error: unknown = await things
      .insertOne({ _id: 'b', account: 'x', name: 'n' })
      .catch((thrown: unknown) => thrown);
    expect(isDuplicateKey(error, 'account_name')).toBe(true);
    expect(isDuplicateKey(error, 'name')).toBe(false);
    const sameId: unknown = await things
      .insertOne({ _id: 'a', account: 'y', name: 'm' })
      .catch((thrown: unknown) => thrown);
    expect(isDuplicateKey(sameId, '_id_')).toBe(true);
    await database.close();
  });
});

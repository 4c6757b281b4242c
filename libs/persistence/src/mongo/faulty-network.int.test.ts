import { eventually, freshDatabase, startFaultyProxy, startMongo } from '@estate/testing';
import type { FaultyProxy, MongoServer } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectMongo } from '../connect.ts';
import type { Database } from '../connect.ts';
import { quiet } from './quiet.fixture.ts';
import { LEASE_MS, after, by, message, openItems } from '../queue/work-items.fixture.ts';
import type { Items } from '../queue/work-items.fixture.ts';

const SOCKET_TIMEOUT_MS = '500';

let server: MongoServer;
let proxy: FaultyProxy;
/** Two replicas: the connection of one is faulty. */
let faulty: Database;
let direct: Database;
let far: Items;
let near: Items;

beforeAll(async () => {
  server = await startMongo();
  const way = new URL(server.uri.replace(/^mongodb:/, 'http:'));
  proxy = await startFaultyProxy({ host: way.hostname, port: Number(way.port || 27_017) });
  way.host = `127.0.0.1:${String(proxy.port)}`;
  way.searchParams.set('directConnection', 'true');
  way.searchParams.set('socketTimeoutMS', SOCKET_TIMEOUT_MS);
  const database = freshDatabase();
  const uri = way.href.replace(/^http:/, 'mongodb:');
  faulty = await connectMongo({ uri, database, log: quiet });
  direct = await connectMongo({ uri: server.uri, database, log: quiet });
  far = await openItems(faulty.db.collection('items'));
  near = await openItems(direct.db.collection('items'));
});
afterAll(async () => {
  await proxy.close();
  await faulty.close();
  await direct.close();
  await server.stop();
});
beforeEach(async () => {
  proxy.thaw();
  proxy.slow(0);
  await near.docs.deleteMany({});
});

const resultOf = async (name: string) => {
  const doc = await near.docs.findOne({ _id: name });
  return { result: doc?.result, outbox: doc?.outbox?.map(({ id }) => id) ?? [] };
};

describe('a faulty connection to the store', () => {
  it('a replica whose connection was frozen beyond its lease writes nothing beside its successor', async () => {
    await near.add('frozen');
    const claimed = await far.queue.claim(by('far'));
    expect(claimed?.name).toBe('frozen');
    proxy.freeze();
    const end = far.queue.end(claimed!, 'of the first', [message('first')]).then(
      (isSaved) => isSaved,
      () => false,
    );
    const successor = await near.queue.claim(by('near', after(LEASE_MS + 1)));
    expect(await near.queue.end(successor!, 'of the successor', [message('second')])).toBe(true);
    proxy.thaw();
    expect(await end).toBe(false);
    expect(await resultOf('frozen')).toEqual({ result: 'of the successor', outbox: ['second'] });
  });

  it('a replica whose connection was reset works on after it, and an end that it retries is saved once', async () => {
    await near.add('reset');
    const claimed = await far.queue.claim(by('far'));
    const end = far.queue.end(claimed!, 'done', [message('once')]).catch(() => 'failed');
    proxy.reset();
    if ((await end) === 'failed') await far.queue.end(claimed!, 'done', [message('once')]).catch(() => false);
    const saved = async () => (await resultOf('reset')).result === 'done';
    await eventually(async () => {
      if (!(await saved())) await far.queue.end(claimed!, 'done', [message('once')]);
      expect(await resultOf('reset')).toEqual({ result: 'done', outbox: ['once'] });
    });
  });

  it('a slow connection is no error', async () => {
    await near.add('slow');
    proxy.slow(20);
    const claimed = await far.queue.claim(by('far'));
    expect(await far.queue.end(claimed!, 'slowly', [])).toBe(true);
    expect((await resultOf('slow')).result).toBe('slowly');
  });
});

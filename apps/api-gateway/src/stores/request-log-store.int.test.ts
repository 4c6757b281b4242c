import { RequestLogQuery } from '@estate/contracts';
import { unreadableId } from '@estate/messaging';
import { createLogger } from '@estate/observability';
import { connectMongo, newId, openCollections } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../collections.ts';
import type { LoggedRequest, RequestLogGap } from '../domain/logged-request.ts';
import { RequestLogStore } from './request-log-store.ts';

let server: MongoServer;
let database: Database;
let store: RequestLogStore;
beforeAll(async () => {
  server = await startMongo();
  const log = createLogger({ service: 'test', level: 'silent' });
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  const { docs } = await openCollections(database.db, collections);
  store = new RequestLogStore(docs);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const callOf = (accountId: string, fields: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id: newId(),
  accountId,
  at: new Date(),
  method: 'GET',
  route: '/targets/{id}',
  path: '/targets/target-1',
  status: 200,
  durationMs: 3.1,
  actor: { kind: 'api_key', id: 'key-1', name: 'Production' },
  address: '192.0.2.1',
  requestId: 'request-1',
  resourceIds: ['target-1'],
  ...fields,
});

const gapOf = (accountId: string): RequestLogGap => {
  const at = new Date();
  return { id: newId(), accountId, since: new Date(at.getTime() - 1000), at, missing: 7 };
};

const list = async (accountId: string, query: object = {}) =>
  store.list(accountId, RequestLogQuery.parse(query));
const idsOf = async (accountId: string, query: object = {}) =>
  (await list(accountId, query)).data.map(({ id }) => id);

describe('the calls of the request log', () => {
  it('the request log shows the other calls if one is damaged, and names it', async () => {
    const [whole, damaged] = [callOf('account-9'), callOf('account-9')];
    await store.insert([whole, damaged]);
    const docs = database.db.collection<{ _id: string }>('request-log');
    await docs.updateOne({ _id: damaged.id }, { $set: { at: 'yesterday' } });
    const { data } = await list('account-9');
    expect(data.map((call) => unreadableId(call) ?? `whole ${call.id}`).toSorted()).toEqual(
      [damaged.id, `whole ${whole.id}`].toSorted(),
    );
  });

  it('the calls of the request log are found by method, status, actor, request, resource and time, by their account only', async () => {
    const read = callOf('account-1');
    const refused = callOf('account-1', {
      method: 'POST',
      status: 404,
      code: 'target-not-found',
      actor: { kind: 'dashboard', id: 'd1a2b3c4e5f6g7h8i9k2' },
      requestId: 'request-2',
      resourceIds: ['d1a2b3c4e5f6g7h8i9t2', 'd1a2b3c4e5f6g7h8i9p2'],
    });
    const failed = callOf('account-1', { method: 'POST', status: 500 });
    await store.insert([read, refused, failed, callOf('account-2')]);
    expect(await idsOf('account-1')).toEqual([read.id, refused.id, failed.id]);
    expect(await idsOf('account-1', { method: 'POST' })).toEqual([refused.id, failed.id]);
    expect(await idsOf('account-1', { status: '404' })).toEqual([refused.id]);
    expect(await idsOf('account-1', { status: '5xx' })).toEqual([failed.id]);
    expect(await idsOf('account-1', { status: '2xx' })).toEqual([read.id]);
    expect(await idsOf('account-1', { status: '200' })).toEqual([read.id]);
    expect(await idsOf('account-1', { actorKind: 'api_key' })).toEqual([read.id, failed.id]);
    expect(await idsOf('account-1', { status: '4xx', method: 'GET' })).toEqual([]);
    expect(await idsOf('account-1', { actorId: 'd1a2b3c4e5f6g7h8i9k2' })).toEqual([refused.id]);
    expect(await idsOf('account-1', { actorKind: 'dashboard' })).toEqual([refused.id]);
    expect(await idsOf('account-1', { requestId: 'request-2' })).toEqual([refused.id]);
    for (const resourceId of ['d1a2b3c4e5f6g7h8i9t2', 'd1a2b3c4e5f6g7h8i9p2'])
      expect(await idsOf('account-1', { resourceId })).toEqual([refused.id]);
    expect(await idsOf('account-1', { to: '2026-11-01T08:00:00Z' })).toEqual([]);
    const [shown] = (await list('account-1', { status: '4xx' })).data;
    expect(shown).toEqual({
      ...{
        id: refused.id,
        kind: 'call',
        at: refused.at.toISOString(),
        method: 'POST',
        route: '/targets/{id}',
      },
      ...{ path: '/targets/target-1', status: 404, code: 'target-not-found', durationMs: 3.1 },
      ...{
        actor: { kind: 'dashboard', id: 'd1a2b3c4e5f6g7h8i9k2' },
        address: '192.0.2.1',
        requestId: 'request-2',
      },
      resourceIds: ['d1a2b3c4e5f6g7h8i9t2', 'd1a2b3c4e5f6g7h8i9p2'],
    });
  });

  it('the calls of the request log are stored once, also when a batch is stored again', async () => {
    const calls = [callOf('account-3'), callOf('account-3')];
    await store.insert(calls.slice(0, 1));
    await store.insert(calls);
    expect(await idsOf('account-3')).toEqual(calls.map(({ id }) => id));
  });

  it('the calls of the request log are listed with the gaps between them, page by page and whatever the filter', async () => {
    const entries: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      if (index % 3 === 1) {
        const gap = gapOf('account-4');
        await store.insertGaps([gap]);
        entries.push(gap.id);
        continue;
      }
      const call = callOf('account-4', { status: index === 6 ? 500 : 200 });
      await store.insert([call]);
      entries.push(call.id);
    }
    for (const order of ['asc', 'desc'] as const) {
      const found: string[] = [];
      for (let more = true; more;) {
        const page = await list('account-4', {
          order,
          limit: 2,
          ...(found.length > 0 && { startAfter: found.at(-1) }),
        });
        found.push(...page.data.map(({ id }) => id));
        more = page.hasMore;
      }
      expect(found).toEqual(order === 'asc' ? entries : entries.toReversed());
    }
    expect(await idsOf('account-4', { status: '5xx' })).toEqual([entries[1], entries[4], entries[6]]);
    expect((await list('account-4')).data[1]).toMatchObject({ kind: 'gap', missing: 7 });
  });
});

describe('the calls of all accounts', () => {
  it('the calls of all accounts since a time are those from which the load of accounts is counted', async () => {
    const at = new Date(Date.now() + 60_000);
    const before = new Date(at.getTime() - 1);
    const [one, other] = [callOf('account-20', { at }), callOf('account-21', { at, status: 429 })];
    await store.insert([one, other, callOf('account-20', { at: before })]);
    const { calls, isLimited } = await store.since(at);
    expect(calls.map(({ accountId, status }) => [accountId, status])).toEqual([
      ['account-21', 429],
      ['account-20', 200],
    ]);
    expect(isLimited).toBe(false);
  });
});

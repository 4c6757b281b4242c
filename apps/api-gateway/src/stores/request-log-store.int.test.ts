import { RequestLogQuery } from '@estate/contracts';
import { unreadableId } from '@estate/messaging';
import { createLogger } from '@estate/observability';
import { applyRules, connectMongo, createIdSource, newId, openCollections } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../collections.ts';
import type { LoggedRequest, RequestLogGap } from '../domain/logged-request.ts';
import { RequestLogStore } from './request-log-store.ts';

const HOUR_MS = 3_600_000;
/** A database removes calls that are older than the log is kept. */
const YESTERDAY = new Date(Date.now() - 24 * HOUR_MS).toISOString().slice(0, 10);

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

/** As the version before buckets stores calls. */
const insertSingle = (calls: readonly LoggedRequest[]) =>
  documents().insertMany(
    calls.map(({ id, ...call }) => ({
      ...{ _id: id, ...call, expiresAt: new Date(Date.now() + HOUR_MS) },
      ...(call.status >= 400 && { errorClass: `${String(call.status).slice(0, 1)}xx` }),
    })),
  );

const documents = () => database.db.collection<{ _id: string }>('request-log');

const METHODS = ['GET', 'GET', 'POST'];
const STATUSES = [200, 201, 404, 409, 500];
const ACTORS = [
  { kind: 'api_key', id: 'd1a2b3c4e5f6g7h8i9k1', name: 'Production' },
  { kind: 'user', id: 'd1a2b3c4e5f6g7h8i9k2' },
  { kind: 'operator' },
];

const RESOURCES = [0, 1, 2, 3, 4].map((place) => `d1a2b3c4e5f6g7h8i9p${String(place)}`);

/** The requests that two replicas log of an account in four seconds, each in two buckets a second. */
function loggedByTwo(accountId: string): LoggedRequest[][] {
  const first = Date.parse(`${YESTERDAY}T08:00:00Z`);
  let at = first;
  const replicas = [createIdSource(() => at), createIdSource(() => at)];
  const buckets: LoggedRequest[][] = [];
  for (let call = 0; call < 48; call += 1, at += 83) {
    const logged = callOf(accountId, {
      id: replicas[call % 2]!(),
      at: new Date(at - (call % 7) * 100),
      method: METHODS[call % 3]!,
      status: STATUSES[call % 5]!,
      actor: ACTORS[(call >> 1) % 3]!,
      requestId: `request-${String(call)}`,
      resourceIds: call % 4 === 0 ? [] : [RESOURCES[call % 3]!, RESOURCES[call % 5]!],
    });
    const place = Math.floor((at - first) / 500) * 2 + (call % 2);
    (buckets[place] ??= []).push(logged);
  }
  return buckets;
}

const FILTERS = [
  ...[{}, { method: 'POST' }, { status: '2xx' }, { status: '404' }, { status: '4xx', method: 'POST' }],
  ...[{ actorKind: 'api_key' }, { actorKind: 'operator' }, { actorId: ACTORS[1]!.id, status: '5xx' }],
  ...[{ requestId: 'request-7' }, { requestId: 'request-7', method: 'POST' }, { resourceId: RESOURCES[4] }],
  ...[{ resourceId: RESOURCES[1], actorKind: 'user' }, { from: `${YESTERDAY}T08:00:01.500Z` }],
  { from: `${YESTERDAY}T08:00:00.900Z`, to: `${YESTERDAY}T08:00:02.400Z`, status: '2xx' },
];

const QUERIES = FILTERS.flatMap((filter) => [
  { ...filter, order: 'asc' },
  { ...filter, order: 'desc' },
]);

/** Every page of a list. */
async function pagesOf(accountId: string, query: object) {
  const pages: unknown[][] = [];
  for (let startAfter: string | undefined, more = true; more;) {
    const page = await store.list(
      accountId,
      RequestLogQuery.parse({ ...query, limit: 5, ...(startAfter !== undefined && { startAfter }) }),
    );
    pages.push(page.data);
    startAfter = page.data.at(-1)?.id;
    more = page.hasMore;
  }
  return pages;
}

describe('the buckets of the request log', () => {
  it('the request log answers every query with the same pages from buckets, from documents with one call, and from both', async () => {
    const buckets = loggedByTwo('account-8');
    const answers: unknown[][][][] = [];
    for (const singles of [0, 7, buckets.length]) {
      await documents().deleteMany({ accountId: 'account-8' });
      if (singles > 0) await insertSingle(buckets.slice(0, singles).flat());
      if (singles < buckets.length) await store.insert(buckets.slice(singles));
      answers.push(await Promise.all(QUERIES.map((query) => pagesOf('account-8', query))));
    }
    const [asBuckets, asBoth, asSingles] = answers;
    expect(asBuckets).toEqual(asSingles);
    expect(asBoth).toEqual(asSingles);
    const all = buckets.flat().map(({ id }) => id);
    expect(asBuckets?.[0]?.flat()).toMatchObject(all.toSorted().map((id) => ({ id })));
    expect(asBuckets?.filter((pages) => pages.flat().length === 0)).toHaveLength(2);
  });

  it('an erased account counts each of its calls, in a bucket or alone', async () => {
    const buckets = loggedByTwo('account-7');
    await insertSingle(buckets[0]!);
    await store.insert(buckets.slice(1));
    await documents().updateOne({ _id: buckets[3]![0]!.id }, { $unset: { calls: 1 } });
    const { accountEraser } = applyRules(database.db, { calls: collections.calls }, {});
    const account = { accountId: 'account-7', closingId: newId(), requestedAt: new Date() };
    expect(await accountEraser.erase(account)).toBe(true);
    const damaged = buckets[3]!.length - 1;
    expect(await accountEraser.erased(account.closingId)).toEqual({ calls: 48 - damaged });
    expect(await documents().countDocuments({ accountId: 'account-7' })).toBe(0);
  });

  it('the request log shows the other calls if one or a whole bucket is damaged, and names it', async () => {
    const [whole, damaged, lost] = [callOf('account-9'), callOf('account-9'), callOf('account-9')];
    await store.insert([[whole, damaged], [lost]]);
    await documents().updateOne({ _id: whole.id }, { $set: { 'calls.1.at': 'yesterday' } });
    await documents().updateOne({ _id: lost.id }, { $set: { calls: 'none' } });
    const { data } = await list('account-9');
    expect(data.map((call) => unreadableId(call) ?? `whole ${call.id}`).toSorted()).toEqual(
      [damaged.id, lost.id, `whole ${whole.id}`].toSorted(),
    );
  });
});

describe('the calls of the request log', () => {
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
    await store.insert([[read, refused, failed], [callOf('account-2')]]);
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
    const [one, other] = calls.map((call) => [call]) as [LoggedRequest[], LoggedRequest[]];
    await store.insert([one]);
    await store.insert([one, other]);
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
      await store.insert([[call]]);
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
    const [early, one] = [callOf('account-20', { at: before }), callOf('account-20', { at })];
    await store.insert([[early, one], [callOf('account-21', { at, status: 429 })]]);
    await insertSingle([early, one].map((call) => ({ ...call, id: newId(), accountId: 'account-22' })));
    const { calls, isLimited } = await store.since(at);
    expect(calls.map(({ accountId, status }) => [accountId, status])).toEqual([
      ['account-22', 200],
      ['account-21', 429],
      ['account-20', 200],
    ]);
    expect(isLimited).toBe(false);
  });

  it.each([
    ['calls that are no list', { $set: { calls: 7 } }],
    ['a call without a route', { $unset: { 'calls.0.route': '' as const } }],
    ['a call with a duration in words', { $set: { 'calls.0.durationMs': 'long' } }],
  ])('the load of accounts is counted without a document with %s', async (_what, damage) => {
    await documents().deleteMany({});
    const at = new Date(Date.now() + 120_000);
    const damaged = callOf('account-30', { at });
    await store.insert([[damaged], [callOf('account-31', { at })]]);
    await documents().updateOne({ _id: damaged.id }, damage);
    expect((await store.since(at)).calls.map(({ accountId }) => accountId)).toEqual(['account-31']);
  });
});

import { listListings, readSynchronized } from '@estate/contracts';
import type { InputOf } from '@estate/contracts';
import { createLogger, createMetrics, withTrace } from '@estate/observability';
import { connectMongo, newId, openCollections } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { emptyDatabase, eventually, freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collections } from '../collections.ts';
import type { StoredJob } from '../domain/job.ts';
import type { AskOwner } from '../edge/routing/ask-owner.ts';
import { JobItemStore } from '../stores/job-item-store.ts';
import { JobStore } from '../stores/job-store.ts';
import { jobWorker } from './job-worker.ts';
import { synchronize } from './synchronize-job.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const DAY_MS = 86_400_000;
const TRACE = { requestId: 'request-1', actor: { kind: 'user' as const, id: 'user-1' } };

type State = 'pending' | 'succeeded' | 'failed';

const databaseName = freshDatabase();
let server: MongoServer;
let database: Database;
let jobs: JobStore;
let items: JobItemStore;
let laterMs: number;
/** The state of each listing that the distribution answers. */
let states: Map<string, State>;
const running: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startMongo();
});
afterAll(() => server.stop());
beforeEach(async () => {
  database = await connectMongo({ uri: server.uri, database: databaseName, log });
  await emptyDatabase(database.db);
  const { docs } = await openCollections(database.db, collections);
  jobs = new JobStore(docs.jobs);
  items = new JobItemStore(docs.jobItems);
  laterMs = 0;
  states = new Map();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  await database.close();
});

const clock = () => new Date(Date.now() + laterMs);
const reason = { code: 'connection_lost', message: 'It is busy.' };

const askOwner = (({ subject }, input) => {
  if (subject === listListings.subject) {
    const { limit, startAfter = '' } = input as InputOf<typeof listListings>;
    const ids = [...states.keys()].filter((id) => id > startAfter);
    const data = ids.slice(0, limit).map((id) => ({ id, propertyId: `of-${id}`, targetId: 'portal-1' }));
    return Promise.resolve({ data, hasMore: ids.length > limit });
  }
  expect(subject).toBe(readSynchronized.subject);
  const { listingIds } = input as InputOf<typeof readSynchronized>;
  const data = listingIds.map((id) => {
    const state = states.get(id);
    return { id, state, ...(state === 'failed' && { reason }) };
  });
  return Promise.resolve({ data });
}) as AskOwner;

function startWorker() {
  const { worker } = jobWorker({
    ...{ jobs, jobItems: items, clock, newId, log, metrics: createMetrics('test'), sweepEveryMs: 10 },
    // The key of the call was removed since.
    apiKeys: { get: () => Promise.reject(new Error('nobody asks for the key')) },
    users: { find: () => Promise.resolve(null) },
    openAccounts: { require: () => Promise.resolve() },
    askOwner,
  });
  worker.start();
  running.push(worker);
  return worker;
}

const list = (count: number, state: State) => {
  const ids = Array.from({ length: count }, () => newId());
  for (const id of ids) states.set(id, state);
  return ids;
};
const begin = (): Promise<StoredJob> =>
  jobs.begin({
    ...{ id: newId(), accountId: 'account-1', state: 'preparing', createdAt: clock() },
    order: { action: 'synchronize', targetIds: ['portal-1'], mode: 'partial' },
    listed: { properties: 0, items: 0 },
    trace: TRACE,
  });
const counted = (job: StoredJob, wanted: object) =>
  eventually(async () => {
    const counts = await items.count(job);
    return Object.entries(wanted).every(([name, value]) => counts[name as 'items'] === value);
  });
const ended = (job: StoredJob) =>
  eventually(async () => {
    const now = await jobs.get(job.accountId, job.id);
    return now.counts ? now : false;
  });

describe('a job that sends everything of a target again', () => {
  it('a job of a target has a result for each listing, with two replicas, one of which is killed, and after its user was removed', async () => {
    list(120, 'succeeded');
    list(10, 'failed');
    const late = list(120, 'pending');
    const job = await begin();
    const killed = startWorker();
    startWorker();
    await counted(job, { items: 250, succeeded: 120, failed: 10, pending: 120 });
    await killed.close();
    for (const id of late) states.set(id, 'succeeded');
    laterMs += 60_000;
    expect(await ended(job)).toMatchObject({
      state: 'finished',
      counts: { items: 250, succeeded: 240, failed: 10, pending: 0 },
    });
    const { data } = await items.list(job, { limit: 1, order: 'asc', state: 'failed' });
    expect(data).toMatchObject([{ reason, targetId: 'portal-1' }]);
  });

  it('a job of a target ends after a day with what still waits', async () => {
    list(2, 'pending');
    const job = await begin();
    laterMs = DAY_MS;
    startWorker();
    expect((await ended(job)).counts).toMatchObject({ items: 2, skipped: 2 });
  });

  it('a job of a target is stored as one of no properties, so that a replica of a former version does nothing with it', async () => {
    const { id } = await begin();
    const doc = await database.db.collection<{ _id: string }>('jobs').findOne({ _id: id });
    expect(doc).toMatchObject({ ids: [] });
  });

  it('a job of a target is the same one for whoever sends everything in the same mode again, until it ends', async () => {
    list(1, 'pending');
    let asked = 0;
    const again = async (id = 'portal-1', mode: 'partial' | 'full' = 'partial') => {
      const askMarking = () => {
        asked += 1;
        return Promise.resolve({ mode, listings: 1 });
      };
      const call = { accountId: 'account-1', requestId: 'request-1', permissions: [] };
      const parts = { jobs: { store: jobs, wake: () => undefined }, clock, newId };
      const { jobId } = await withTrace(TRACE, () =>
        synchronize({ id, mode }, call, { ...parts, askOwner: askMarking as AskOwner }),
      );
      return jobId ?? '';
    };
    const first = await again();
    startWorker();
    await counted(await jobs.get('account-1', first), { pending: 1 });
    expect(await again()).toBe(first);
    const others = [await again('portal-2'), await again('portal-1', 'full')];
    expect(new Set([first, ...others]).size).toBe(3);
    for (const id of states.keys()) states.set(id, 'succeeded');
    laterMs += 60_000;
    await ended(await jobs.get('account-1', first));
    expect(await again()).not.toBe(first);
    expect(asked).toBe(5);
  });

  it('a job of a target cannot be cancelled, and does not count as one of the few unfinished ones', async () => {
    const job = await begin();
    await expect(jobs.cancel('account-1', job.id, clock())).rejects.toMatchObject({
      code: 'job-not-cancellable',
    });
    expect(await jobs.countUnfinished('account-1')).toBe(0);
  });
});

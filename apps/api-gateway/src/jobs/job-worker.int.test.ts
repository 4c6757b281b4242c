import { deleteProperty } from '@estate/contracts';
import type { JobInput } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { createLogger, createMetrics, withTrace } from '@estate/observability';
import { connectMongo, newId, openCollections } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { emptyDatabase, eventually, freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collections } from '../collections.ts';
import type { StoredJob } from '../domain/job.ts';
import { JobItemStore } from '../stores/job-item-store.ts';
import { JobStore } from '../stores/job-store.ts';
import { beginJob } from './begin-job.ts';
import type { JobDeps } from './job-deps.ts';
import { jobWorker } from './job-worker.ts';
import { ownersOfJobs } from './owners.fixture.ts';
import type { OwnersOfJobs } from './owners.fixture.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const LEASE_MS = 30_000;

const databaseName = freshDatabase();
let server: MongoServer;
let database: Database;
let jobs: JobStore;
let items: JobItemStore;
let owners: OwnersOfJobs;
/** A key that may write, by default. */
let keys: Map<string, string[]>;
let laterMs: number;
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
  owners = ownersOfJobs();
  keys = new Map();
  laterMs = 0;
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  await database.close();
});

const clock = () => new Date(Date.now() + laterMs);

/** A replica; `with` replaces what it depends on. */
function startWorker(change: Partial<JobDeps> = {}) {
  const { worker } = jobWorker({
    ...{ jobs, jobItems: items, clock, newId, log, metrics: createMetrics('test'), sweepEveryMs: 10 },
    apiKeys: {
      get: (accountId, id) =>
        Promise.resolve({
          ...{ id, accountId, name: 'Key', hash: '', prefix: '', lastFour: '', createdAt: new Date(0) },
          scopes: (keys.get(id) ?? ['read', 'write']) as ('read' | 'write')[],
        }),
    },
    users: { find: () => Promise.resolve(null) },
    openAccounts: { require: () => Promise.resolve() },
    askOwner: owners.askOwner,
    ...change,
  });
  worker.start();
  running.push(worker);
  return worker;
}

const begin = (
  { ids, listingIds, ...order }: JobInput,
  accountId = 'account-1',
  listed = { properties: 0, items: 0 },
): Promise<StoredJob> =>
  jobs.begin({
    ...{ id: newId(), accountId, order, state: 'preparing', createdAt: clock() },
    ...(ids && { ids }),
    ...(listingIds && { listings: owners.listings.filter(({ id }) => listingIds.includes(id)) }),
    ...((listingIds ?? order.listingFilter) && { ofListings: true as const }),
    listed,
    trace: { requestId: 'request-1', actor: { kind: 'api_key', id: `key-of-${accountId}` } },
  });
const ended = (job: StoredJob): Promise<StoredJob> =>
  eventually(async () => {
    const now = await jobs.get(job.accountId, job.id);
    return now.counts ? now : false;
  });
const resultsOf = async (job: StoredJob) =>
  (await items.list(job, { limit: 100, order: 'asc' })).data.map(({ state, reason }) =>
    reason ? `${state}: ${reason.code}` : state,
  );
const counts = (given: object) => ({
  ...{ items: 0, pending: 0, succeeded: 0, skipped: 0, failed: 0, cancelled: 0 },
  ...given,
});

describe('a job', () => {
  it('a job publishes every property that matches on every target, over pages of the list', async () => {
    const ids = owners.addProperties(230);
    const job = await begin({ action: 'publish', filter: {}, targetIds: ['portal-1', 'portal-2'] });
    startWorker();
    expect(await ended(job)).toMatchObject({
      state: 'finished',
      counts: counts({ items: 460, succeeded: 460 }),
    });
    expect(owners.published('portal-1').toSorted()).toEqual(ids.toSorted());
    expect(owners.published('portal-2').toSorted()).toEqual(ids.toSorted());
  });

  it('an item of a job that is refused has the code and the words of the single call', async () => {
    const [first = '', second = ''] = owners.addProperties(2);
    owners.list(first, 'portal-1');
    const job = await begin({
      action: 'publish',
      ids: [first, second, 'no-property'],
      targetIds: ['portal-1'],
    });
    startWorker();
    expect((await ended(job)).counts).toEqual(counts({ items: 3, succeeded: 1, skipped: 1, failed: 1 }));
    expect(await resultsOf(job)).toEqual([
      'skipped: listing-exists',
      'succeeded',
      'failed: property-unknown',
    ]);
    const { data } = await items.list(job, { limit: 10, order: 'asc', state: 'failed' });
    expect(data).toMatchObject([
      { propertyId: 'no-property', reason: { message: 'There is no property no-property.' } },
    ]);
  });

  it('a job that is killed between the effect and the result of an item publishes once, and its counts are right', async () => {
    const ids = owners.addProperties(25);
    const job = await begin({ action: 'publish', ids, targetIds: ['portal-1'] });
    const killed = Promise.withResolvers<never>();
    const store = {
      add: items.add.bind(items),
      begin: items.begin.bind(items),
      cancel: items.cancel.bind(items),
      count: items.count.bind(items),
      noteError: items.noteError.bind(items),
      pending: items.pending.bind(items),
      // The results of the second portion are never stored: the process ends before.
      end: (...given: Parameters<JobItemStore['end']>) =>
        owners.listings.length > 12 ? killed.promise : items.end(...given),
    };
    startWorker({ jobItems: store });
    await eventually(() => owners.listings.length >= 20);
    const { succeeded, pending } = await items.count(job);
    expect(succeeded + pending).toBe(25);
    expect(pending).toBeGreaterThanOrEqual(13);
    laterMs = 2 * LEASE_MS;
    startWorker();
    expect((await ended(job)).counts).toEqual(counts({ items: 25, succeeded: 25 }));
    killed.reject(new Error('The process was killed.'));
    expect(owners.published('portal-1').toSorted()).toEqual(ids.toSorted());
  });

  it('a job of which two replicas take turns does each item once', async () => {
    const ids = owners.addProperties(60);
    startWorker();
    startWorker();
    const job = await begin({ action: 'publish', filter: {}, targetIds: ['portal-1'] });
    const other = await begin({ action: 'setSalesStatus', filter: {}, salesStatus: 'reserved' });
    expect((await ended(job)).counts).toEqual(counts({ items: 60, succeeded: 60 }));
    expect((await ended(other)).counts).toEqual(counts({ items: 60, succeeded: 60 }));
    expect(owners.published('portal-1').toSorted()).toEqual(ids.toSorted());
    expect(owners.calls.filter((call) => call === 'create-listing')).toHaveLength(60);
    expect(owners.calls.filter((call) => call === 'update-property')).toHaveLength(60);
  });

  it('a cancelled job keeps what was done and begins nothing else', async () => {
    owners.addProperties(50);
    const job = await begin({ action: 'publish', filter: {}, targetIds: ['portal-1'] });
    let isCancelled = false;
    startWorker({
      askOwner: async (operation, input, call) => {
        if (owners.listings.length >= 10 && !isCancelled) {
          isCancelled = true;
          await jobs.cancel(job.accountId, job.id, clock());
        }
        return owners.askOwner(operation, input, call);
      },
    });
    const { state, cancelReason, counts: result } = await ended(job);
    expect({ state, cancelReason }).toEqual({ state: 'cancelled', cancelReason: 'requested' });
    expect(result).toEqual(counts({ items: 50, succeeded: 20, cancelled: 30 }));
    expect(owners.listings).toHaveLength(20);
    await expect(jobs.cancel('account-2', job.id, clock())).rejects.toThrow('There is no job');
  });

  it('a job of one account ends while a large one of another account goes on', async () => {
    owners.addProperties(500);
    const large = await begin({ action: 'publish', filter: {}, targetIds: ['portal-1'] });
    const [one = ''] = owners.addProperties(1);
    const small = await begin({ action: 'publish', ids: [one], targetIds: ['portal-2'] }, 'account-2');
    startWorker();
    await ended(small);
    expect((await jobs.get('account-1', large.id)).state).not.toBe('finished');
    await jobs.cancel('account-1', large.id, clock());
  });

  it('a job whose key may no longer write stops before its next portion', async () => {
    owners.addProperties(50);
    const job = await begin({ action: 'delete', filter: {} });
    startWorker({
      askOwner: async (operation, input, call) => {
        if (owners.calls.includes('delete-property')) keys.set('key-of-account-1', ['read']);
        return owners.askOwner(operation, input, call);
      },
    });
    expect(await ended(job)).toMatchObject({
      state: 'cancelled',
      cancelReason: 'permission_lost',
      counts: counts({ items: 50, succeeded: 10, cancelled: 40 }),
    });
  });

  it('a job waits for a service that is unavailable, and fails no item', async () => {
    owners.addProperties(5);
    owners.isAway = true;
    const job = await begin({ action: 'setSalesStatus', filter: {}, salesStatus: 'sold' });
    startWorker();
    await eventually(() => owners.calls.length > 1);
    owners.isAway = false;
    laterMs = 120_000;
    expect((await ended(job)).counts).toEqual(counts({ items: 5, succeeded: 5 }));
  });

  it('a job ends when a service has not answered for a day, with failed items', async () => {
    owners.addProperties(2);
    const job = await begin({ action: 'delete', filter: {} });
    let unanswered = 0;
    startWorker({
      askOwner: async (operation, input, call) => {
        if (operation.subject !== deleteProperty.subject) return owners.askOwner(operation, input, call);
        unanswered += 1;
        throw new Unavailable('The catalog did not answer in time.');
      },
    });
    await eventually(() => unanswered > 1);
    laterMs = 25 * 3_600_000;
    const stop = setInterval(() => (laterMs += 60_000), 20);
    expect((await ended(job)).counts).toEqual(counts({ items: 2, failed: 2 }));
    clearInterval(stop);
  });

  it('an item that a service fails to answer again and again fails, and the others do not', async () => {
    const [broken = ''] = owners.addProperties(3);
    owners.broken.add(broken);
    const job = await begin({ action: 'delete', filter: {} });
    startWorker();
    const stop = setInterval(() => (laterMs += 60_000), 20);
    expect((await ended(job)).counts).toEqual(counts({ items: 3, succeeded: 2, failed: 1 }));
    clearInterval(stop);
    expect(await resultsOf(job)).toContain('failed: internal');
  });

  it('a job with more items than allowed does nothing', async () => {
    owners.addProperties(20);
    const order = { action: 'publish' as const, filter: {}, targetIds: ['portal-1'] };
    const job = await begin(order, 'account-1', { properties: 49_990, items: 49_990 });
    startWorker();
    expect(await ended(job)).toMatchObject({ state: 'cancelled', cancelReason: 'too_many_items' });
    expect(owners.listings).toEqual([]);
  });
});

describe('an action of a job', () => {
  it('taking down and retrying acts on the listings of a property, on the given targets or on all', async () => {
    const [first = '', second = ''] = owners.addProperties(2);
    owners.list(first, 'portal-1', { state: 'failed' });
    owners.list(first, 'portal-2');
    owners.list(second, 'portal-2');
    startWorker();
    const retried = await begin({ action: 'retry', filter: {} });
    await ended(retried);
    expect(await resultsOf(retried)).toEqual(['succeeded', 'skipped: listing-not-found']);
    const onOne = await begin({ action: 'takeDown', filter: {}, targetIds: ['portal-2'] });
    await ended(onOne);
    expect(await resultsOf(onOne)).toEqual(['succeeded', 'succeeded']);
    expect(owners.listings.map(({ targetId, state }) => [targetId, state])).toEqual([
      ['portal-1', 'pending'],
    ]);
    const everywhere = await begin({ action: 'takeDown', ids: [first, second, 'no-property'] });
    await ended(everywhere);
    expect(await resultsOf(everywhere)).toEqual([
      'succeeded',
      'skipped: listing-not-found',
      'failed: property-not-found',
    ]);
    expect(owners.listings).toEqual([]);
  });

  it('retrying acts on what a platform rejected or removed after its upload, and not on what it confirmed', async () => {
    const [first = '', second = ''] = owners.addProperties(2);
    const published = (state: 'rejected' | 'removed' | 'confirmed') =>
      ({ state: 'published', platformState: { state } }) as const;
    owners.list(first, 'portal-1', published('rejected'));
    owners.list(first, 'portal-2', published('removed'));
    owners.list(first, 'portal-3', published('confirmed'));
    owners.list(second, 'portal-3', published('confirmed'));
    startWorker();
    const job = await begin({ action: 'retry', filter: {} });
    await ended(job);
    expect(await resultsOf(job)).toEqual(['succeeded', 'skipped: listing-not-found']);
    expect(owners.listings.map(({ state }) => state)).toEqual([
      'pending',
      'pending',
      'published',
      'published',
    ]);
  });

  it('taking down and retrying chosen listings leaves the other listings of their properties alone, also one that replaced a chosen one', async () => {
    const [first = '', second = ''] = owners.addProperties(2);
    for (const target of ['portal-1', 'portal-2']) {
      owners.list(first, target, { state: 'failed' });
      owners.list(second, target, { state: 'failed' });
    }
    const [chosen, , other, replaced] = owners.listings.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
    ];
    const retried = await begin({ action: 'retry', listingIds: [other] });
    const gone = await begin({ action: 'takeDown', listingIds: [chosen, replaced] });
    owners.replaceListing(replaced);
    startWorker();
    await Promise.all([ended(retried), ended(gone)]);
    expect(await resultsOf(retried)).toEqual(['succeeded']);
    expect(await resultsOf(gone)).toEqual(['succeeded', 'skipped: listing-not-found']);
    expect(owners.listings.map(({ propertyId, targetId, state }) => [propertyId, targetId, state])).toEqual([
      [second, 'portal-1', 'failed'],
      [first, 'portal-2', 'pending'],
      [second, 'portal-2', 'failed'],
    ]);
    const everything = await begin({ action: 'takeDown', listingFilter: {} });
    await ended(everything);
    expect(await resultsOf(everything)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(owners.listings).toEqual([]);
  });

  it('a job of chosen listings is made again when one of them is gone, which is skipped; of other accounts it knows none', async () => {
    const [property = ''] = owners.addProperties(1);
    for (const target of ['portal-1', 'portal-2']) owners.list(property, target, { state: 'failed' });
    const order = { action: 'retry' as const, listingIds: owners.listings.map(({ id }) => id) };
    const actor = { kind: 'api_key' as const, id: 'key-1' };
    const again = (accountId = 'account-1') =>
      withTrace({ requestId: 'request-1', actor }, () =>
        beginJob(
          order,
          { accountId, requestId: 'request-1', permissions: [] },
          {
            jobs: { store: jobs, items, wake: () => undefined },
            ...{ askOwner: owners.askOwner, clock, newId },
          },
        ),
      );
    startWorker();
    await ended(await again());
    owners.listings.splice(0, 1);
    const second = await again();
    await ended(second);
    expect(await resultsOf(second)).toEqual(['skipped: listing-not-found', 'succeeded']);
    await expect(again('account-2')).rejects.toMatchObject({
      code: 'listing-unknown',
      problems: [{ path: 'listingIds.0' }],
    });
  });

  it('a job of listings is stored as one of no properties, so that a replica of a former version does nothing with it', async () => {
    const [property = ''] = owners.addProperties(1);
    owners.list(property, 'portal-1', { state: 'failed' });
    const orders: JobInput[] = [
      { action: 'retry', listingIds: owners.listings.map(({ id }) => id) },
      { action: 'takeDown', listingFilter: {} },
    ];
    for (const order of orders) {
      const job = await begin(order);
      expect(await database.db.collection<{ _id: string }>('jobs').findOne({ _id: job.id })).toMatchObject({
        ids: [],
      });
    }
  });

  it('setting a contact changes nothing else, keeps a change made at the same time, and skips what has it', async () => {
    const [first = '', second = ''] = owners.addProperties(2);
    owners.properties.get(second)!.contactId = 'contact-1';
    const before = structuredClone(owners.properties.get(first)!);
    owners.changeBeforeUpdate(first, (property) => (property.fields.title = 'New title'));
    const job = await begin({ action: 'setContact', filter: {}, contactId: 'contact-1' });
    startWorker();
    await ended(job);
    expect(await resultsOf(job)).toEqual(['succeeded', 'skipped: unchanged']);
    expect(owners.properties.get(first)).toEqual({
      ...before,
      fields: { ...before.fields, title: 'New title' },
      contactId: 'contact-1',
    });
  });
});

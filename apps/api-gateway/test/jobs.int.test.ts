import {
  deleteProperty,
  findListings,
  getContact,
  getProperty,
  getTarget,
  listListings,
  listProperties,
  readSynchronized,
  synchronizeTarget,
  updateProperty,
} from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { answer } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AskForJob } from '../src/jobs/job-deps.ts';
import { ownersOfJobs } from '../src/jobs/owners.fixture.ts';
import type { OwnersOfJobs } from '../src/jobs/owners.fixture.ts';
import { startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

let gateways: Gateways;
let owners: OwnersOfJobs;
let key: string;
/** Waited for before a property is deleted. */
let beforeDelete: Promise<unknown>;
const served: { close(): Promise<void> }[] = [];

const ask: AskForJob = (operation, input, asker = {}) =>
  owners.askOwner(operation, input, { accountId: '', requestId: 'r', permissions: [], ...asker });
const missing = (what: string) => () =>
  Promise.reject(new NotFound(`There is no ${what}.`, { code: `${what}-not-found` }));

beforeAll(async () => {
  gateways = await startGateways(2, { ERASURE_SWEEP_EVERY_MS: '50' });
  served.push(
    await gateways.serve('catalog', [
      answer(listProperties, (input, asker) => ask(listProperties, input, asker)),
      answer(getProperty, (input, asker) => ask(getProperty, input, asker)),
      answer(updateProperty, (input, asker) => ask(updateProperty, input as never, asker)),
      answer(deleteProperty, async (input, asker) => {
        await beforeDelete;
        return ask(deleteProperty, input, asker);
      }),
      answer(getContact, missing('contact')),
    ]),
    await gateways.serve('distribution', [
      answer(getTarget, missing('target')),
      answer(findListings, (input, asker) => ask(findListings, input, asker)),
      answer(synchronizeTarget, ({ mode }) => Promise.resolve({ mode, listings: 0 })),
      answer(listListings, () => Promise.resolve({ hasMore: false, data: [] })),
      answer(readSynchronized, () => Promise.resolve({ data: [] })),
    ]),
  );
});
afterAll(async () => {
  await Promise.all(served.map((one) => one.close()));
  await gateways.close();
});
beforeEach(async () => {
  owners = ownersOfJobs();
  beforeDelete = Promise.resolve();
  key = (await gateways.account()).key.key;
});

const create = (body: unknown, headers: Record<string, string> = {}) =>
  gateways.call(0, '/jobs', { key, body, headers });
const get = (path: string, replica = 1) => gateways.call(replica, path, { key });
const finished = (id: unknown) =>
  eventually(async () => {
    const { body } = await get(`/jobs/${String(id)}`);
    return ['finished', 'cancelled'].includes(String(body['state'])) && body['counts'] !== undefined
      ? body
      : false;
  });

describe('POST /jobs', () => {
  it('a job is created once for an Idempotency-Key, runs after the response, and is found on every replica', async () => {
    owners.addProperties(12);
    const order = { action: 'setSalesStatus', filter: {}, salesStatus: 'reserved' };
    const first = await create(order, { 'idempotency-key': 'job-1' });
    expect(first).toMatchObject({ status: 202, body: { action: 'setSalesStatus', salesStatus: 'reserved' } });
    expect((await create(order, { 'idempotency-key': 'job-1' })).body).toEqual(first.body);
    expect(await finished(first.body['id'])).toMatchObject({
      state: 'finished',
      counts: { items: 12, succeeded: 12 },
      actor: { kind: 'api_key' },
    });
    expect([...owners.properties.values()].every(({ fields }) => fields.salesStatus === 'reserved')).toBe(
      true,
    );
    expect((await get('/jobs')).body['data']).toHaveLength(1);
    expect((await get('/jobs?state=running')).body['data']).toEqual([]);
  });

  it.each([
    ['no trace', { $unset: { trace: '' as const } }],
    ['a time in words', { $set: { createdAt: 'yesterday' } }],
  ])('a job with %s is marked in the list, which shows the others', async (_what, damage) => {
    const ids: string[] = [];
    for (const propertyId of owners.addProperties(2)) {
      const { id } = (await create({ action: 'delete', ids: [propertyId] })).body;
      await finished(id);
      ids.push(String(id));
    }
    const [damaged, whole] = ids;
    await gateways.database.db.collection<{ _id: string }>('jobs').updateOne({ _id: damaged ?? '' }, damage);
    const { status, body } = await get('/jobs');
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [{ id: whole }], unreadable: [{ id: damaged, unreadable: true }] });
  });

  it('the items of a job have pages, and a filter by their state', async () => {
    const ids = [...owners.addProperties(3), newId()];
    const job = (await create({ action: 'delete', ids })).body;
    await finished(job['id']);
    const path = `/jobs/${String(job['id'])}/items`;
    const page = await get(`${path}?limit=3`);
    expect(page.body).toMatchObject({ hasMore: true, data: [{}, {}, {}] });
    expect(page.headers.get('link')).toContain('startAfter=');
    expect((await get(`${path}?state=failed`)).body).toMatchObject({
      hasMore: false,
      data: [{ propertyId: ids[3], state: 'failed', reason: { code: 'property-not-found' } }],
    });
  });

  const refused: Record<string, unknown> = {
    'targetIds is required for publish': { action: 'publish', ids: [newId()] },
    'ids or filter is required': { action: 'delete' },
    'or filter is required, and not both': { action: 'delete', ids: [newId()], filter: {} },
    'contactId is required for setContact': { action: 'setContact', filter: {} },
    'salesStatus is not used by delete': { action: 'delete', filter: {}, salesStatus: 'sold' },
    'ids or filter is required, and not both; for listings': {
      ...{ action: 'retry', ids: [newId()], listingIds: [newId()] },
    },
    'listingFilter is used by takeDown and retry only': { action: 'delete', listingFilter: {} },
    'targetIds is not used with listings': {
      ...{ action: 'retry', listingFilter: {}, targetIds: [newId()] },
    },
    'no listing with the id': { action: 'takeDown', listingIds: [newId()] },
    'filter.colour is not a known field': { action: 'delete', filter: { colour: 'red' } },
    'no contact': { action: 'setContact', filter: {}, contactId: newId() },
    'no target': { action: 'publish', filter: {}, targetIds: [newId()] },
    'A job can have 50000 items': {
      action: 'publish',
      ids: Array.from({ length: 1001 }, newId),
      targetIds: Array.from({ length: 50 }, newId),
    },
  };
  it.each(Object.keys(refused))('an order of a job is refused with the words: %s', async (words) => {
    const { status, body } = await create(refused[words]);
    expect(status).toBe(400);
    expect(body['message']).toContain(words);
  });

  it('an account has twenty unfinished jobs at most', async () => {
    owners.addProperties(1);
    const going = Promise.withResolvers<undefined>();
    beforeDelete = going.promise;
    const order = { action: 'delete', filter: {} };
    for (let count = 0; count < 20; count += 1) expect((await create(order)).status).toBe(202);
    expect(await create(order)).toMatchObject({ status: 409, body: { code: 'too-many-jobs' } });
    going.resolve(undefined);
  });
});

describe('POST /jobs/{id}/cancel', () => {
  it('a job is cancelled once, and is in the audit log with its end', async () => {
    owners.addProperties(30);
    const going = Promise.withResolvers<undefined>();
    beforeDelete = going.promise;
    const { id } = (await create({ action: 'delete', filter: {} })).body;
    const path = `/jobs/${String(id)}/cancel`;
    await eventually(() => owners.calls.includes('list-properties'));
    const cancelled = await gateways.call(1, path, { method: 'POST', key });
    expect(cancelled).toMatchObject({
      status: 202,
      body: { state: 'cancelled', cancelReason: 'requested' },
    });
    going.resolve(undefined);
    expect(
      await eventually(async () => {
        const { body } = await get(`/jobs/${String(id)}`);
        const { pending } = body['counts'] as { pending: number };
        return pending === 0 ? body : false;
      }),
    ).toMatchObject({ state: 'cancelled', cancelReason: 'requested' });
    expect(owners.properties.size).toBeGreaterThanOrEqual(20);
    const log = await get('/audit-log?limit=100');
    expect(log.body['data']).toEqual(
      expect.arrayContaining(
        ['job.created', 'job.cancelled'].map((action) =>
          expect.objectContaining({ action, outcome: 'succeeded', resource: { type: 'job', id } }),
        ),
      ),
    );
  });

  it('a job that has finished cannot be cancelled, and another account does not find it', async () => {
    const { id } = (await create({ action: 'delete', filter: {} })).body;
    await finished(id);
    const path = `/jobs/${String(id)}/cancel`;
    expect(await gateways.call(0, path, { method: 'POST', key })).toMatchObject({
      status: 409,
      body: { code: 'job-ended' },
    });
    const other = (await gateways.account()).key.key;
    for (const [method, of] of [
      ['GET', `/jobs/${String(id)}`],
      ['GET', `/jobs/${String(id)}/items`],
      ['POST', path],
    ] as const)
      expect((await gateways.call(0, of, { method, key: other })).status).toBe(404);
  });
});

it('a job stops when its API key is revoked', async () => {
  owners.addProperties(40);
  const going = Promise.withResolvers<undefined>();
  beforeDelete = going.promise;
  const made = await gateways.call(0, '/account/api-keys', { key, body: { name: 'other' } });
  const other = made.body as { id: string; key: string };
  const body = { action: 'delete', filter: {} };
  const { id } = (await gateways.call(0, '/jobs', { key: other.key, body })).body;
  await eventually(() => owners.calls.includes('list-properties'));
  expect((await gateways.call(0, `/account/api-keys/${other.id}`, { method: 'DELETE', key })).status).toBe(
    200,
  );
  going.resolve(undefined);
  expect(await finished(id)).toMatchObject({ state: 'cancelled', cancelReason: 'permission_lost' });
  expect(owners.properties.size).toBeGreaterThanOrEqual(30);
});

describe('POST /targets/{id}/synchronize', () => {
  it('what is sent again is a job, once for an Idempotency-Key', async () => {
    const target = newId();
    const synchronize = () =>
      gateways.call(0, `/targets/${target}/synchronize`, {
        ...{ key, body: { mode: 'partial' } },
        headers: { 'idempotency-key': 'again-1' },
      });
    const { status, body } = await synchronize();
    expect({ status, body }).toMatchObject({ status: 202, body: { mode: 'partial', listings: 0 } });
    expect((await synchronize()).body).toEqual(body);
    expect(await finished(body['jobId'])).toMatchObject({
      ...{ action: 'synchronize', mode: 'partial', targetIds: [target], state: 'finished' },
      ...{ counts: { items: 0 }, actor: { kind: 'api_key' } },
    });
    expect((await get('/jobs')).body['data']).toHaveLength(1);
  });
});

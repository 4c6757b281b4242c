import { createLogger, createMetrics } from '@estate/observability';
import type { Metrics } from '@estate/observability';
import { connectMongo, newId, openCollections } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { emptyDatabase, freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pendingListing } from '../domain/listing.ts';
import { newTarget } from '../domain/target.ts';
import { collections } from '../collections.ts';
import { DueListings } from '../stores/listings/due-listings.ts';
import { toListingDoc } from '../stores/listings/listing-document.ts';
import { TargetStore } from '../stores/targets/target-store.ts';
import { laneMetrics } from './lane-metrics.ts';
import { showLanes } from './show-lanes.ts';

const NOW = new Date('2026-11-01T08:00:00.000Z');
const TYPES = ['immowelt', 'willhaben'];
const log = createLogger({ service: 'distribution', level: 'silent' });
const databaseName = freshDatabase();
let server: MongoServer;
let database: Database;

beforeAll(async () => {
  server = await startMongo();
});
afterAll(() => server.stop());
beforeEach(async () => {
  database = await connectMongo({ uri: server.uri, database: databaseName, log });
  await emptyDatabase(database.db);
  return () => database.close();
});

async function stage() {
  const { db } = database;
  const { docs } = await openCollections(db, collections);
  const { listings } = docs;
  const targets = new TargetStore(docs.targets, { sent: () => undefined });
  // Asked directly: what is shown leaves out a measure that a busy machine has no time for.
  const measures = new Map<string, Parameters<Metrics['measured']>[1]>();
  const metrics: Pick<Metrics, 'measured'> = {
    measured: ({ name }, measure) => {
      measures.set(name, measure);
      return () => undefined;
    },
  };
  const stores = { due: new DueListings(listings), lanes: targets.lanes };
  showLanes(metrics, { ...stores, types: TYPES, clock: () => NOW });
  return {
    shown: async (name: string): Promise<Record<string, number>> => {
      const samples = (await measures.get(name)?.()) ?? [];
      return Object.fromEntries(samples.map(({ labels, value }) => [labels['target_type'], value]));
    },
    /** The samples by all their labels. */
    samples: async (name: string): Promise<Record<string, number>> => {
      const found = (await measures.get(name)?.()) ?? [];
      return Object.fromEntries(found.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
    },
    pausedFor: async (
      { id, accountId }: { id: string; accountId: string },
      { customer, operator }: { customer?: number; operator?: number },
    ) => {
      const event = {
        id: newId(),
        subject: 'event.target.paused',
        accountId,
        requestId: 'r',
        at: NOW,
        data: {},
      };
      const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
      if (customer !== undefined)
        await targets.pauses.begin({ id, accountId }, { at: before(customer) }, event);
      if (operator !== undefined) await targets.lanes.pause(id, before(operator), event);
    },
    target: async (type: string, heldForS = 0) => {
      const accountId = newId();
      const about = { id: newId(), accountId, type, emailId: newId(), autoCollectRequests: true, at: NOW };
      const login = { credentials: { host: 'ftp.example.org', username: 'a' }, sealedPassword: 'sealed' };
      const record = newTarget({ ...about, ...login });
      await targets.insert({
        ...record,
        ...(heldForS > 0 && { retryAt: new Date(NOW.getTime() + heldForS * 1000) }),
      });
      return record;
    },
    listings: async (target: { id: string; accountId: string }, dueForS: readonly number[]) => {
      const docs = dueForS.map((seconds) => ({
        ...toListingDoc(
          pendingListing({
            id: newId(),
            accountId: target.accountId,
            propertyId: newId(),
            targetId: target.id,
            requestId: 'req-test',
            at: NOW,
          }),
        ),
        dueAt: new Date(NOW.getTime() - seconds * 1000),
      }));
      await listings.insertMany(docs);
    },
  };
}

describe('what lanes show', () => {
  it('lane_lag_seconds is how long the most overdue listing of a type has been due, 0 where nothing is', async () => {
    const { target, listings, shown } = await stage();
    expect(await shown('lane_lag_seconds')).toEqual({ immowelt: 0, willhaben: 0 });
    await listings(await target('immowelt'), [5, 70, -60]);
    await listings(await target('immowelt'), [30]);
    await listings(await target('willhaben'), [-10]);
    expect(await shown('lane_lag_seconds')).toEqual({ immowelt: 70, willhaben: 0 });
  });

  it('lane_lag_seconds counts a small target behind a flood of another type', async () => {
    const { target, listings, shown } = await stage();
    await listings(
      await target('immowelt'),
      Array.from({ length: 1200 }, () => 90),
    );
    await listings(await target('willhaben'), [40]);
    expect(await shown('lane_lag_seconds')).toEqual({ immowelt: 90, willhaben: 40 });
  });

  it('lane_lag_seconds leaves out targets that their customer or the operator paused', async () => {
    const { pausedFor, target, listings, shown } = await stage();
    const [byCustomer, byOperator] = [await target('immowelt'), await target('willhaben')];
    await pausedFor(byCustomer, { customer: 7200 });
    await pausedFor(byOperator, { operator: 7200 });
    for (const paused of [byCustomer, byOperator]) await listings(paused, [7000]);
    await listings(await target('immowelt'), [20]);
    expect(await shown('lane_lag_seconds')).toEqual({ immowelt: 20, willhaben: 0 });
  });

  it('lanes_held is how many lanes of a type have to wait', async () => {
    const { target, shown } = await stage();
    await target('immowelt', 60);
    await target('immowelt', 600);
    await target('immowelt');
    await target('willhaben', -5);
    expect(await shown('lanes_held')).toEqual({ immowelt: 2, willhaben: 0 });
  });

  it('lanes_stopped and the age of the oldest pause grow by who paused, for each reason alone', async () => {
    const { pausedFor, samples, target } = await stage();
    const none = { paused: 0, paused_by_customer: 0, set_aside: 0 };
    expect(await samples('lanes_stopped_oldest_seconds')).toEqual(none);
    await pausedFor(await target('immowelt'), { customer: 7200 });
    await pausedFor(await target('immowelt'), { customer: 60, operator: 300 });
    await pausedFor(await target('willhaben'), { operator: 30 });
    expect(await samples('lanes_stopped_oldest_seconds')).toEqual({
      ...none,
      paused: 300,
      paused_by_customer: 7200,
    });
    expect(await samples('lanes_stopped')).toEqual({
      'immowelt paused': 1,
      'immowelt paused_by_customer': 2,
      'immowelt set_aside': 0,
      'willhaben paused': 1,
      'willhaben paused_by_customer': 0,
      'willhaben set_aside': 0,
    });
  });
});

describe('what publications are counted by', () => {
  it('publications and their failures are counted from 0 on for every type, by the code that the customer sees', async () => {
    const metrics = createMetrics('distribution');
    const { published } = laneMetrics(metrics, TYPES);
    const lines = async () => (await metrics.registry.metrics()).split('\n');
    const failures =
      'publication_failures_total{target_type="immowelt",code="disk_full",service="distribution"}';
    expect(await lines()).toContain(`${failures} 0`);
    published({ type: 'immowelt', op: 'set', outcome: 'repeated', failure: 'disk_full', durationMs: 5 });
    expect(await lines()).toContain(`${failures} 1`);
    expect(await lines()).toContain(
      'publications_total{target_type="immowelt",op="set",outcome="repeated",service="distribution"} 1',
    );
  });
});

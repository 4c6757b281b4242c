import { createLogger } from '@estate/observability';
import { connectMongo, newId } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pendingListing } from '../domain/listing.ts';
import { dueTargets } from './due-targets.ts';
import { ListingStore, listingCollection } from './listing-store.ts';

const NOW = new Date('2026-11-01T08:00:00.000Z');
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const log = createLogger({ service: 'distribution', level: 'silent' });
let server: MongoServer;
let database: Database;

beforeAll(async () => {
  server = await startMongo();
});
afterAll(() => server.stop());
beforeEach(async () => {
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  await new ListingStore(database.db).prepare();
  return () => database.close();
});

/** A target of one account with listings that have been due for so many seconds. */
async function target(dueForS: readonly (number | undefined)[]) {
  const about = { accountId: newId(), targetId: newId() };
  const listings = dueForS.map((seconds) => ({
    ...pendingListing({ id: newId(), propertyId: newId(), ...about, requestId: 'r', at: NOW }),
    ...(seconds !== undefined && { dueAt: secondsAgo(seconds) }),
  }));
  await listingCollection(database.db).insertMany(listings);
  return about;
}

const flood = (count: number) => Array.from({ length: count }, (_, index) => 60 + index);

describe('the targets with something due', () => {
  it('are each given once with the time since which the oldest listing is due', async () => {
    const large = await target(flood(250));
    const small = await target([-60, 5, undefined, 30]);
    await target([-1, undefined]);
    const found = await dueTargets(listingCollection(database.db), NOW);
    expect(new Set(found)).toEqual(
      new Set([
        { ...large, dueAt: secondsAgo(60 + 249) },
        { ...small, dueAt: secondsAgo(30) },
      ]),
    );
    expect(found).toHaveLength(2);
  });

  it('are all found where pages end, however many there are', async () => {
    const targets = [];
    for (let index = 0; index < 30; index += 1) targets.push(await target(flood(1 + (index % 13))));
    const found = await dueTargets(listingCollection(database.db), NOW);
    expect(found.map(({ targetId }) => targetId)).toEqual(targets.map(({ targetId }) => targetId).toSorted());
  });

  it('cost a page each, however many of their listings are due', async () => {
    for (let index = 0; index < 4; index += 1) await target(flood(1000));
    const listings = listingCollection(database.db);
    const find = vi.spyOn(listings, 'find');
    expect(await dueTargets(listings, NOW)).toHaveLength(4);
    expect(find.mock.calls.length).toBeLessThanOrEqual(5);
  });
});

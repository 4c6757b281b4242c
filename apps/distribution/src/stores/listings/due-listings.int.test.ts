import { createLogger } from '@estate/observability';
import { connectMongo, newId, openCollections } from '@estate/persistence';
import type { Collection, Database } from '@estate/persistence';
import { emptyDatabase, freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { collections } from '../../collections.ts';
import { pendingListing } from '../../domain/listing.ts';
import { DueListings } from './due-listings.ts';
import { toListingDoc } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';

const NOW = new Date('2026-11-01T08:00:00.000Z');
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const log = createLogger({ service: 'distribution', level: 'silent' });
const databaseName = freshDatabase();
let server: MongoServer;
let database: Database;
let docs: Collection<ListingDoc>;

beforeAll(async () => {
  server = await startMongo();
});
afterAll(() => server.stop());
beforeEach(async () => {
  database = await connectMongo({ uri: server.uri, database: databaseName, log });
  await emptyDatabase(database.db);
  ({ listings: docs } = (await openCollections(database.db, collections)).docs);
  return () => database.close();
});

/** A target of one account with listings that have been due for so many seconds. */
async function target(dueForS: readonly (number | undefined)[]) {
  const about = { accountId: newId(), targetId: newId() };
  const listings = dueForS.map((seconds) => ({
    ...toListingDoc(pendingListing({ id: newId(), propertyId: newId(), ...about, requestId: 'r', at: NOW })),
    ...(seconds !== undefined && { dueAt: secondsAgo(seconds) }),
  }));
  await docs.insertMany(listings);
  return about;
}

const dueWork = ({ accountId, targetId }: { accountId: string; targetId: string }) => ({
  id: targetId,
  accountId,
});

const flood = (count: number) => Array.from({ length: count }, (_, index) => 60 + index);

describe('DueListings.targets', () => {
  it('a target with several due listings is given once, with the time since which the oldest is due', async () => {
    const large = await target(flood(250));
    const small = await target([-60, 5, undefined, 30]);
    await target([-1, undefined]);
    const found = await new DueListings(docs).targets(NOW);
    expect(new Set(found)).toEqual(
      new Set([
        { ...dueWork(large), dueAt: secondsAgo(60 + 249) },
        { ...dueWork(small), dueAt: secondsAgo(30) },
      ]),
    );
    expect(found).toHaveLength(2);
  });

  it('targets with something due are all found, also where pages end', async () => {
    const targets = [];
    for (let index = 0; index < 30; index += 1) targets.push(await target(flood(1 + (index % 13))));
    const found = await new DueListings(docs).targets(NOW);
    expect(found.map(({ id }) => id)).toEqual(targets.map(({ targetId }) => targetId).toSorted());
  });

  it('a target with something due costs one page, however many of its listings are due', async () => {
    for (let index = 0; index < 4; index += 1) await target(flood(1000));
    const find = vi.spyOn(docs, 'find');
    expect(await new DueListings(docs).targets(NOW)).toHaveLength(4);
    expect(find.mock.calls.length).toBeLessThanOrEqual(5);
  });
});

import { shardKeysOf } from '@estate/persistence';
import { createListing, deleteListing, getListing, listListings, updateListing } from '@estate/contracts';
import {
  askingEveryShard,
  documentedShardKeys,
  recordFilters,
  shardingOf,
  startMongo,
} from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { collections } from '../collections.ts';

const shardKeys = shardKeysOf(collections);
let server: MongoServer;
let stage: Stage;
beforeAll(async () => {
  server = await startMongo();
  stage = await openStage(server.uri);
});
afterAll(async () => {
  await stage.close();
  await server.stop();
});

it('the shard keys of the distribution are those in the page about deployment', () => {
  expect(shardKeys).toEqual(documentedShardKeys('distribution'));
});

it('no index of the distribution is refused on a sharded database, and lanes and facts ask every shard', async () => {
  expect(await shardingOf(stage.db, shardKeys)).toEqual({
    refused: [],
    everyShard: ['listings: property', 'listings: state-of-target'],
  });
});

it('what customers do with listings is looked up by account or by id', async () => {
  const targetId = await stage.addTarget();
  const propertyId = stage.addProperty();
  const { recorded, stop } = recordFilters(stage.db);
  const { id } = await stage.ask(createListing, { propertyId, targetId });
  await stage.ask(getListing, { id });
  await stage.ask(listListings, { limit: 10 });
  await stage.ask(listListings, { limit: 10, q: 'haus', targetId });
  await stage.ask(listListings, { limit: 10, propertyId });
  await stage.ask(updateListing, { id, propertyId, targetId });
  await stage.ask(deleteListing, { id });
  stop();
  expect(recorded.filter(({ collection }) => collection === 'listings').length).toBeGreaterThan(8);
  expect(askingEveryShard(recorded, shardKeys)).toEqual([]);
});

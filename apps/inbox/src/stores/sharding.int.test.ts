import { shardKeysOf } from '@estate/persistence';
import { askingEveryShard, documentedShardKeys, recordFilters, shardingOf } from '@estate/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collections } from '../collections.ts';
import { openTestStores } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

const shardKeys = shardKeysOf(collections);
const PAGE = { limit: 10, order: 'asc' } as const;
let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

it('the shard keys of the inbox are those in the page about deployment', () => {
  expect(shardKeys).toEqual(documentedShardKeys('inbox'));
});

it('no index of the inbox is refused on a sharded database; lists of requests and of emails ask every shard', async () => {
  expect(await shardingOf(stores.database.db, shardKeys)).toEqual({
    refused: [],
    everyShard: [
      ...['mails: account', 'mails: raw', 'mails: state'],
      ...['requests: page', 'requests: property', 'requests: search', 'requests: state', 'requests: target'],
    ],
  });
});

it('the requests of an email are looked up by their origin, and those of an account on every shard', async () => {
  const { recorded, stop } = recordFilters(stores.database.db);
  await stores.requests.idsOfMail('mail', ['target'], 10);
  await stores.requests.find('account', 'request');
  expect(askingEveryShard(recorded, shardKeys)).toEqual([]);
  await stores.requests.list('account', PAGE);
  stop();
  expect(askingEveryShard(recorded, shardKeys).map(({ fields }) => fields)).toContainEqual(['accountId']);
});

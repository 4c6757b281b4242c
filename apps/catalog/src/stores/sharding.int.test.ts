import { newId, shardKeysOf } from '@estate/persistence';
import { askingEveryShard, documentedShardKeys, recordFilters, shardingOf } from '@estate/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { collections } from '../collections.ts';

const shardKeys = shardKeysOf(collections);
let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

it('the shard keys of the catalog are those in the page about deployment', () => {
  expect(shardKeys).toEqual(documentedShardKeys('catalog'));
});

it('no index of the catalog is refused on a sharded database, and only sweeps of uploads ask every shard', async () => {
  expect(await shardingOf(stores.database.db, shardKeys)).toEqual({
    refused: [],
    everyShard: ['uploaded-attachments: bytes', 'uploaded-attachments: used'],
  });
});

it('what customers do with properties and contacts is looked up by account or by id', async () => {
  const { properties, contacts, uploads } = stores;
  const record = aProperty({ accountId: newId(), externalId: 'A-1' });
  const { accountId } = record;
  const { recorded, stop } = recordFilters(stores.database.db);
  await properties.add(record, SILENTLY);
  await properties.find(record);
  await properties.ofExternalId(accountId, 'A-1');
  for (const query of [{}, { q: 'haus' }, { processingStatus: 'pending' as const }])
    await properties.list(accountId, { limit: 10, order: 'asc', ...query });
  await properties.markDeleting(record, { token: 'a', now: new Date() });
  await contacts.list(accountId, { limit: 10, order: 'asc' });
  await uploads.list(accountId, { limit: 10, order: 'asc' });
  stop();
  // The relay looks for what it has to publish, in the small index of outboxes.
  const ofCustomers = recorded.filter(({ fields }) => !fields.includes('outbox.at'));
  expect(ofCustomers.length).toBeGreaterThan(7);
  expect(askingEveryShard(ofCustomers, shardKeys)).toEqual([]);
});

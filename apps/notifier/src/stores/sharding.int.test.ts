import { askingEveryShard, documentedShardKeys, recordFilters, shardingOf } from '@estate/testing';
import { newId, shardKeysOf } from '@estate/persistence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collections } from '../collections.ts';
import { START, deliveryOf, eventOf, openTestStores, webhookOf } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

const shardKeys = shardKeysOf(collections);
let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

it('the shard keys of the notifier are those in the page about deployment', () => {
  expect(shardKeys).toEqual(documentedShardKeys('notifier'));
});

it('no index of the notifier is refused on a sharded database, and only the deliveries of an event, and of an account that is erased, ask every shard', async () => {
  expect(await shardingOf(stores.database.db, shardKeys)).toEqual({
    refused: [],
    everyShard: ['deliveries: account', 'deliveries: event'],
  });
});

it('what customers read of events and deliveries, and what sends them, is looked up by the key or by id', async () => {
  const { deliveries, events } = stores;
  const webhook = webhookOf();
  const event = eventOf(webhook.accountId);
  const delivery = deliveryOf(webhook, event);
  const page = { limit: 10, order: 'asc' } as const;
  await stores.insertDeliveries([delivery]);
  const { recorded, stop } = recordFilters(stores.database.db);
  await events.insertOnce([event]);
  await events.list(webhook.accountId, page);
  await events.list(webhook.accountId, {
    ...page,
    eventName: event.eventName as 'property.processing_succeeded',
  });
  await events.contents(event.accountId, [event.id]);
  await deliveries.list(webhook.id, page);
  await deliveries.list(webhook.id, { ...page, status: 'pending' });
  await deliveries.due(webhook.id, 10, START);
  await deliveries.claim([delivery.id], { owner: newId(), leaseMs: 1000, now: START });
  await deliveries.hold(webhook.id);
  stop();
  expect(recorded.length).toBeGreaterThan(7);
  expect(askingEveryShard(recorded, shardKeys)).toEqual([]);
});

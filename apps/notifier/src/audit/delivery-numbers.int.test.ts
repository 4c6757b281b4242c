import type { Collection } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import { deliveryOf, eventOf, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import type { WebhookDoc } from '../stores/webhook-store.ts';
import { deliveriesAfterGaps } from './delivery-numbers.ts';

const DELIVERIES = 60;
const MISSING = 31;

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

describe('the numbers of deliveries', () => {
  it('a gap between two portions is found without reading all deliveries of the webhook', async ({
    skip,
  }) => {
    const { db } = stores.database;
    const deliveries = db.collection<DeliveryDoc>('deliveries');
    const webhooks = db.collection<WebhookDoc>('webhooks');
    const webhook = webhookOf();
    const all = Array.from({ length: DELIVERIES }, (_, index) => ({
      ...deliveryOf(webhook, eventOf(webhook.accountId)),
      sequence: index + 1,
    }));
    await stores.insertDeliveries(all);
    const stored = await deliveries.find({ webhookId: webhook.id }).toArray();
    await deliveries.deleteOne({ webhookId: webhook.id, sequence: MISSING });
    const portion = stored.filter(({ sequence }) => [10, 20, MISSING + 1].includes(sequence ?? 0));
    const asked: object[] = [];
    const find = (...[filter, options]: Parameters<typeof deliveries.find>) => {
      asked.push(filter);
      return deliveries.find(filter, options);
    };
    const findOne = deliveries.findOne.bind(deliveries);
    const listening = { find, findOne } as unknown as Collection<DeliveryDoc>;
    const found = await deliveriesAfterGaps({ deliveries: listening, webhooks }, portion);
    expect(found).toEqual(portion.filter(({ sequence }) => sequence === MISSING + 1).map(({ _id }) => _id));
    expect(asked).toHaveLength(1);
    const explain = deliveries.find(asked[0] ?? {}).explain('executionStats');
    const plan = await explain.catch(() => undefined);
    skip(plan === undefined, 'this server does not explain');
    expect(plan).toMatchObject({ executionStats: { totalDocsExamined: portion.length - 1 } });
  });
});

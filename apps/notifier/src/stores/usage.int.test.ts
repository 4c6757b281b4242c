import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryOf, eventOf, openTestStores, webhookOf } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

describe('the usage that the notifier counts', () => {
  it('usage has every event that was queued for a webhook of the account, and no tests', async () => {
    const webhook = webhookOf();
    const other = webhookOf();
    const deliveries = [webhook, webhook, webhook, other].map((to) => deliveryOf(to, eventOf(to.accountId)));
    await stores.insertDeliveries(deliveries);
    await stores.intake.insertTest(deliveryOf(webhook, eventOf(webhook.accountId)));
    const now = new Date();
    while (await stores.usageTally.countNext(new Date(now.getTime() + 2 * 3_600_000)));
    const day = now.toISOString().slice(0, 10);
    const used = await stores.usage.ofMonth([webhook.accountId, other.accountId, newId()], day.slice(0, 7));
    expect(used.map(({ accountId, counts }) => [accountId, counts])).toEqual(
      [
        [webhook.accountId, { deliveries: 3 }],
        [other.accountId, { deliveries: 1 }],
      ].toSorted(),
    );
  });
});

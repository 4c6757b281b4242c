import { getDeliveryActivity, getWebhookSummary } from '@estate/contracts';
import type { AttemptSummary } from '@estate/contracts';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answered, ok, startReplica } from '../deliveries/replica.fixture.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { deliveryOf, eventOf, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { getDeliveryActivityRoute } from './deliveries.ts';
import { getWebhookSummaryRoute } from './webhooks.ts';

let stores: TestStores;
let webhook: StoredWebhook;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());
beforeEach(async () => {
  webhook = webhookOf();
  await stores.webhooks.insert(webhook);
});

const clock = () => new Date();
const summaryOf = (id: string, accountId = webhook.accountId) =>
  getWebhookSummaryRoute({ ...stores, clock }).handle(getWebhookSummary.input.parse({ id, days: '2' }), {
    accountId,
    requestId: 'r',
  }) as Promise<AttemptSummary>;

const activityOf = (accountId: string) =>
  getDeliveryActivityRoute({ ...stores, clock }).handle(getDeliveryActivity.input.parse({ days: '2' }), {
    accountId,
    requestId: 'r',
  });

/** Sends events until all of them have arrived; the first attempt of each is refused if `refuses`. */
async function deliver(count: number, refuses: boolean): Promise<void> {
  const post = async ({ attempt }: { attempt: number }) => (refuses && attempt === 1 ? answered(500) : ok);
  const { dispatcher } = startReplica({ stores, post });
  const events = Array.from({ length: count }, () => eventOf(webhook.accountId));
  await stores.events.insertOnce(events);
  await stores.insertDeliveries(events.map((event) => deliveryOf(webhook, event)));
  dispatcher.start();
  await eventually(async () => {
    const query = { limit: 1, order: 'asc' as const, status: 'pending' as const };
    return (await stores.deliveries.list(webhook.id, query)).data.length === 0;
  });
  await dispatcher.close();
}

describe('the summary of a webhook', () => {
  it('every attempt of a delivery is counted, for its webhook and its account, and a new process adds to what a former one has counted', async () => {
    await deliver(5, true);
    await deliver(3, false);
    expect(await summaryOf(webhook.id)).toMatchObject({ succeeded: 8, failed: 5 });
    expect(await activityOf(webhook.accountId)).toEqual(await summaryOf(webhook.id));
    expect(await activityOf('another')).toMatchObject({ succeeded: 0, failed: 0 });
  });

  it('a webhook without attempts has days with zeros', async () => {
    const { days, ...sums } = await summaryOf(webhook.id);
    expect(sums).toEqual({ succeeded: 0, failed: 0 });
    expect(days.map(({ succeeded, failed }) => [succeeded, failed])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('the summary of a webhook of another account is not answered', async () => {
    await expect(summaryOf(webhook.id, 'another')).rejects.toMatchObject({ code: 'webhook-not-found' });
  });
});

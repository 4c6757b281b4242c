import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeliveryIntake } from '../stores/delivery-intake.ts';
import { deliveryOf, eventOf, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { jumpSequences } from './jump-sequences.ts';

const HOUR_MS = 3_600_000;
let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const clock = () => new Date();
const restored = (hours: number) => ({
  id: newId(),
  lostSince: new Date(Date.now() - hours * HOUR_MS),
  lostUntil: new Date(),
});

async function deliver(webhook: ReturnType<typeof webhookOf>): Promise<number | undefined> {
  const known = (await stores.webhooks.find(webhook.id)) ?? webhook;
  const delivery = deliveryOf(webhook, eventOf(webhook.accountId));
  // As another process would, which has not sent anything yet.
  await new DeliveryIntake(stores.docs.deliveries).insert([{ delivery, webhook: known }]);
  const [newest] = (await stores.deliveries.list(webhook.id, { limit: 1, order: 'desc' })).data;
  return newest?.sequence;
}

describe('the numbers of a webhook after a backup was restored', () => {
  it('the next delivery leaves out a million numbers, once for each restore', async () => {
    const webhook = webhookOf();
    await stores.webhooks.insert(webhook);
    await deliver(webhook);
    expect(await deliver(webhook)).toBe(2);
    const restore = restored(0.1);
    await jumpSequences({ ...stores, clock }, restore);
    await jumpSequences({ ...stores, clock }, restore);
    expect(await deliver(webhook)).toBe(1_000_003);
    expect((await stores.webhooks.find(webhook.id))?.jumps).toMatchObject([
      { restoreId: restore.id, after: 2, next: 1_000_003 },
    ]);
    await jumpSequences({ ...stores, clock }, restored(0.1));
    expect(await deliver(webhook)).toBe(2_000_004);
  });

  it('the gap grows with the time that was lost', async () => {
    const webhook = webhookOf();
    await stores.webhooks.insert(webhook);
    await jumpSequences({ ...stores, clock }, restored(24));
    expect(await deliver(webhook)).toBeGreaterThan(24 * 3600 * 1000);
  });

  it('a running process does not go on with the numbers that it knew', async () => {
    const webhook = webhookOf();
    await stores.webhooks.insert(webhook);
    await stores.insertDeliveries([deliveryOf(webhook, eventOf(webhook.accountId))]);
    await jumpSequences({ ...stores, clock }, restored(0.1));
    const known = await stores.webhooks.find(webhook.id);
    const next = deliveryOf(webhook, eventOf(webhook.accountId));
    await stores.intake.insert([{ delivery: next, webhook: known ?? webhook }]);
    const { data } = await stores.deliveries.list(webhook.id, { limit: 10, order: 'asc' });
    expect(data.map(({ sequence }) => sequence)).toEqual([1, 1_000_002]);
  });
});

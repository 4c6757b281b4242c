import type { Delivery, WebhookWithKey } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../deliveries/replica.fixture.ts';
import { deliveryOf, eventOf, openTestStores } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { createWebhookRoute } from './webhooks.ts';
import { getDeliveryRoute, resendDeliveryRoute } from './deliveries.ts';
import { listEventsRoute } from './events.ts';
import { routeDeps } from './routes.fixture.ts';

let stores: TestStores;
let routes: ReturnType<typeof routeDeps>;
let sent: string[];
beforeAll(async () => {
  stores = await openTestStores();
  sent = [];
  routes = routeDeps(stores, async ({ eventId }) => {
    sent.push(eventId);
    return ok;
  });
});
afterAll(() => stores.close());

/** A webhook, a delivery to it, and one that a damage made one of an event of another account. */
async function plant() {
  const accountId = newId();
  const input = { url: 'https://app.example.org/hooks', events: ['publication.failed'] };
  const { id } = await routes.ask<WebhookWithKey>(createWebhookRoute, input, { accountId });
  const webhook = (await stores.webhooks.find(id))!;
  const [own, foreign] = [eventOf(accountId), eventOf(newId())];
  await stores.events.insertOnce([own, foreign]);
  const healthy = { ...deliveryOf(webhook, own), status: 'succeeded' as const };
  const damaged = { ...deliveryOf(webhook, foreign), accountId, status: 'succeeded' as const };
  await stores.insertDeliveries([healthy, damaged]);
  return { accountId, webhook, healthy, damaged, foreign };
}

describe('a delivery of an event of another account', () => {
  it('a delivery of an event of another account is not found, and not sent again', async () => {
    const { accountId, webhook, healthy, damaged } = await plant();
    const get = (deliveryId: string) =>
      routes.ask<Delivery>(getDeliveryRoute, { id: webhook.id, deliveryId }, { accountId });
    expect((await get(healthy.id)).id).toBe(healthy.id);
    await expect(get(damaged.id)).rejects.toMatchObject({ code: 'delivery-not-found' });
    const resent = routes.ask(resendDeliveryRoute, { id: webhook.id, deliveryId: damaged.id }, { accountId });
    await expect(resent).rejects.toMatchObject({ code: 'delivery-not-found' });
    expect((await stores.deliveries.find(damaged.id))?.status).toBe('succeeded');
  });

  it('the events that were sent to a webhook are those of its account', async () => {
    const { accountId, webhook, healthy } = await plant();
    const query = { webhookId: webhook.id, limit: 10, order: 'asc' };
    const { data } = await routes.ask<{ data: { eventId: string }[] }>(listEventsRoute, query, { accountId });
    expect(data.map(({ eventId }) => eventId)).toEqual([healthy.eventId]);
  });

  it('a due delivery of an event of another account is discarded without an attempt', async () => {
    const { webhook, damaged, foreign } = await plant();
    const docs = stores.database.db.collection<{ _id: string }>('deliveries');
    const due = { status: 'pending', nextAttemptAt: new Date(), attemptsLeft: 3 };
    await docs.updateOne({ _id: damaged.id }, { $set: due });
    routes.deps.dispatcher.wake(webhook.id);
    await expect
      .poll(async () => (await stores.deliveries.find(damaged.id))?.status, { timeout: 60_000 })
      .toBe('discarded');
    expect(sent).not.toContain(foreign.id);
  });
});

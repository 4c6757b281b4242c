import { PublicationSucceeded } from '@estate/contracts';
import { memoryBus } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { fanOut } from './on-customer-event.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});

describe('an event that is handed over more than once', () => {
  it('makes one delivery for each webhook, also when several processes handle it at once', async () => {
    const accountId = newId();
    const webhooks = Array.from({ length: 4 }, () => webhookOf({ accountId }));
    for (const webhook of webhooks) await stores.webhooks.insert(webhook);
    const message = {
      id: newId(),
      accountId,
      requestId: 'req-12345678',
      at: START,
      attempt: 1,
      subject: 'event.publication.succeeded',
      data: PublicationSucceeded.example,
    };
    const deps = { ...stores, bus: memoryBus(), newId, clock: () => new Date() };
    await Promise.all(Array.from({ length: 6 }, () => fanOut(message, deps)));
    await fanOut(message, deps);
    for (const { id } of webhooks) {
      const { data } = await stores.deliveries.list(id, { limit: 10, order: 'asc' });
      expect(data.map(({ eventId }) => eventId)).toEqual([message.id]);
    }
  });
});

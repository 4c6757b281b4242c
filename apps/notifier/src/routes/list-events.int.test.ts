import type { EventEnvelope, Page } from '@estate/contracts';
import { createIdSource, newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEvent } from '../domain/event.ts';
import { ok } from '../deliveries/replica.fixture.ts';
import { START, deliveryOf, later, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { listDeliveriesRoute } from './deliveries.ts';
import { listEventsRoute } from './events.ts';
import { routeDeps } from './routes.fixture.ts';

let stores: TestStores;
let routes: ReturnType<typeof routeDeps>;
beforeAll(async () => {
  stores = await openTestStores();
  routes = routeDeps(stores, async () => ok);
});
afterAll(async () => {
  await stores.close();
});

const nextId = createIdSource(() => START.getTime());
const names = ['publication.succeeded', 'publication.failed', 'publication.succeeded'];

async function happened() {
  const webhook = webhookOf();
  const { accountId } = webhook;
  const events = names.map((eventName, ms) =>
    newEvent({ id: nextId(), accountId, eventName, eventTime: later(ms), eventPayload: {} }, new Date()),
  );
  await stores.events.insertOnce(events);
  await stores.webhooks.insert(webhook);
  await stores.insertDeliveries([deliveryOf(webhook, events[1]!)]);
  const list = async (query: object, of = accountId) => {
    const asked = { limit: 100, order: 'asc', ...query };
    const page = await routes.ask<Page<EventEnvelope>>(listEventsRoute, asked, { accountId: of });
    return page.data.map(({ eventId }) => events.findIndex(({ id }) => id === eventId));
  };
  return { webhook, list };
}

const at = (ms: number) => later(ms).toISOString();

describe('GET /events', () => {
  it('the list of events takes either name of a filter, and refuses both at once', async () => {
    const { list } = await happened();
    for (const name of ['type', 'eventName'])
      expect(await list({ [name]: 'publication.failed' })).toEqual([1]);
    for (const name of ['from', 'since']) expect(await list({ [name]: at(1) })).toEqual([1, 2]);
    for (const name of ['to', 'until']) expect(await list({ [name]: at(1) })).toEqual([0]);
    const twice = { from: at(1), since: at(1), to: at(9), until: at(2), type: 'publication.failed' };
    await expect(list(twice)).rejects.toMatchObject({ problems: [{ path: 'from' }, { path: 'to' }] });
  });

  it('the list of events of a webhook has what was sent to it, also after it was deleted', async () => {
    const { webhook, list } = await happened();
    const { id: webhookId, accountId } = webhook;
    expect(await list({ webhookId })).toEqual([1]);
    await stores.webhooks.remove({ accountId, id: webhookId, now: new Date() });
    expect(await list({ webhookId })).toEqual([1]);
  });

  it('the list of events of a webhook is empty for another account and for an unknown webhook', async () => {
    const { webhook, list } = await happened();
    expect(await list({ webhookId: webhook.id }, newId())).toEqual([]);
    expect(await list({ webhookId: newId() })).toEqual([]);
  });
});

describe('GET /webhooks/{id}/deliveries', () => {
  it('the list of deliveries takes the names of filters that the list of events has, and refuses two names of one', async () => {
    const webhook = webhookOf();
    const { accountId, id } = webhook;
    const event = (eventName: (typeof names)[number]) =>
      newEvent({ id: nextId(), accountId, eventName, eventTime: later(0), eventPayload: {} }, new Date());
    await stores.webhooks.insert(webhook);
    await stores.insertDeliveries([deliveryOf(webhook, event('publication.failed'))]);
    const count = async (query: object) => {
      const asked = { id, limit: 100, order: 'asc', ...query };
      return (await routes.ask<Page<unknown>>(listDeliveriesRoute, asked, { accountId })).data.length;
    };
    for (const name of ['type', 'eventName']) {
      expect(await count({ [name]: 'publication.failed' })).toBe(1);
      expect(await count({ [name]: 'publication.succeeded' })).toBe(0);
    }
    const past = '2000-01-01T00:00:00Z';
    expect(await count({ from: past })).toBe(1);
    expect(await count({ to: past })).toBe(0);
    await expect(count({ from: past, since: past })).rejects.toMatchObject({ problems: [{ path: 'from' }] });
  });
});

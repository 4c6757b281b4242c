import { createIdSource, newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEvent } from '../domain/event.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { deliveryOf, openTestStores, webhookOf } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});

const T0 = Date.parse('2026-11-01T08:00:00.000Z');
const ids = createIdSource(() => T0);
const all = { limit: 100, order: 'asc' } as const;
const [first, second] = [newId(), newId()];
const [target, otherTarget] = [newId(), newId()];
const [listing, otherListing] = [newId(), newId()];

/** The events on the account, oldest first, a minute apart. */
const HAPPENED = [
  ['property.processing_succeeded', { id: first }],
  ['publication.succeeded', { propertyId: first, listingId: listing, targetId: target }],
  ['property.processing_succeeded', { id: second }],
  ['publication.failed', { propertyId: second, listingId: otherListing, targetId: target }],
  ['publication.succeeded', { propertyId: second, listingId: otherListing, targetId: otherTarget }],
  ['request.created', { id: newId(), propertyId: first, targetId: target }],
] as const;

const happen = (accountId: string): StoredEvent[] =>
  HAPPENED.map(([eventName, eventPayload], minute) =>
    newEvent(
      { id: ids(), accountId, eventName, eventTime: new Date(T0 + minute * 60_000), eventPayload },
      new Date(),
    ),
  );

async function stored(accountId = newId()) {
  const events = happen(accountId);
  await stores.events.insertOnce(events);
  return { accountId, events };
}

const numbers = (events: readonly StoredEvent[], page: { data: { id: string }[] }) =>
  page.data.map(({ id }) => events.findIndex((event) => event.id === id));

const FILTERS = [
  [{ propertyId: first }, [0, 1, 5]],
  [{ propertyId: second }, [2, 3, 4]],
  [{ listingId: otherListing }, [3, 4]],
  [{ targetId: target }, [1, 3, 5]],
  [{ targetId: target, eventName: 'publication.failed' }, [3]],
  [{ propertyId: first, targetId: target, eventName: 'request.created' }, [5]],
  [{ propertyId: second, targetId: otherTarget }, [4]],
  [{ listingId: listing, propertyId: second }, []],
  [{ since: new Date(T0 + 60_000), until: new Date(T0 + 240_000) }, [1, 2, 3]],
  [{ targetId: target, since: new Date(T0 + 120_000) }, [3, 5]],
] as const;

describe('the list of events', () => {
  it.each(FILTERS)(
    'the list of events by %o has exactly those events and their count',
    async (filter, found) => {
      await stored();
      const { accountId, events } = await stored();
      const page = await stores.events.list(accountId, { ...all, ...filter, count: true });
      expect(numbers(events, page)).toEqual(found);
      expect(page).toMatchObject({ hasMore: false, count: found.length });
    },
  );

  it('the list of events by a target has pages in both directions', async () => {
    const { accountId, events } = await stored();
    const list = (query: object) =>
      stores.events.list(accountId, { limit: 2, order: 'desc', targetId: target, ...query });
    const newest = await list({});
    expect(newest.hasMore).toBe(true);
    expect(numbers(events, newest)).toEqual([5, 3]);
    const rest = await list({ startAfter: newest.data[1]!.id });
    expect(rest.hasMore).toBe(false);
    expect(numbers(events, rest)).toEqual([1]);
  });
});

/** Deliveries of all but the first event, made in another order than the events. */
async function sent(): Promise<{ webhook: StoredWebhook; events: StoredEvent[] }> {
  const { accountId, events } = await stored();
  const webhook = webhookOf({ accountId });
  const other = webhookOf({ accountId });
  await stores.insertDeliveries(events.map((event) => deliveryOf(other, event)));
  for (const event of events.slice(1).toReversed()) {
    await stores.insertDeliveries([deliveryOf(webhook, event)]);
  }
  return { webhook, events };
}

describe('the list of events that were sent to a webhook', () => {
  it.each(FILTERS)(
    'the list of events of a webhook by %o has exactly those that were sent to it',
    async (filter, found) => {
      const { webhook, events } = await sent();
      const page = await stores.sentEvents.list(webhook, { ...all, ...filter, count: true });
      const expected = found.filter((number) => number > 0);
      expect(numbers(events, page)).toEqual(expected);
      expect(page).toMatchObject({ hasMore: false, count: expected.length });
    },
  );

  it('the list of events of a webhook has pages in the order of the events', async () => {
    const { webhook, events } = await sent();
    const list = (query: object) => stores.sentEvents.list(webhook, { limit: 2, order: 'asc', ...query });
    const oldest = await list({});
    expect(numbers(events, oldest)).toEqual([1, 2]);
    const next = await list({ startAfter: oldest.data[1]!.id });
    expect([next.hasMore, ...numbers(events, next)]).toEqual([true, 3, 4]);
    expect(await list({ startAfter: next.data[1]!.id })).toMatchObject({ hasMore: false });
    expect(numbers(events, await list({ order: 'desc' }))).toEqual([5, 4]);
  });

  it('the list of events of a webhook skips events that have expired and fills its page', async () => {
    const { webhook, events } = await sent();
    const gone = events.slice(1, 3).map(({ id }) => id);
    await stores.database.db.collection<{ _id: string }>('events').deleteMany({ _id: { $in: gone } });
    const page = await stores.sentEvents.list(webhook, { limit: 2, order: 'asc' });
    expect([page.hasMore, ...numbers(events, page)]).toEqual([true, 3, 4]);
  });
});

describe('the list of deliveries', () => {
  it.each([
    [{ propertyId: first }, [1, 5]],
    [{ listingId: otherListing }, [3, 4]],
    [{ propertyId: second, listingId: listing }, []],
    [{ propertyId: second, eventName: 'publication.failed' as const }, [3]],
  ])('the list of deliveries by %o has exactly those deliveries and their count', async (filter, found) => {
    const { webhook, events } = await sent();
    const page = await stores.deliveries.list(webhook.id, { ...all, ...filter, count: true });
    const eventIds = page.data.map(({ eventId }) => events.findIndex(({ id }) => id === eventId));
    expect(eventIds.toSorted((a, b) => a - b)).toEqual(found);
    expect(page.count).toBe(found.length);
  });

  it('the list of deliveries by an event has the delivery of this webhook', async () => {
    const { webhook, events } = await sent();
    const page = await stores.deliveries.list(webhook.id, { ...all, eventId: events[4]!.id });
    expect(page.data).toMatchObject([{ eventId: events[4]!.id, webhookId: webhook.id, propertyId: second }]);
  });
});

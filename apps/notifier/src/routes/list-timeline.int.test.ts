import { listNotifierTimeline } from '@estate/contracts';
import type { TimelinePart } from '@estate/contracts';
import { readOutput } from '@estate/messaging';
import { createIdSource, newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEvent } from '../domain/event.ts';
import { START, deliveryOf, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { listTimelineRoute } from './events.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const T0 = START.getTime();
const accountId = newId();
const actor = { kind: 'api_key', id: newId(), name: 'Production' };

/** Its id is made when it happens. */
const happening = (atMs: number, links: object, ids = createIdSource(() => atMs)) =>
  newEvent(
    {
      id: ids(),
      accountId,
      eventName: 'publication.succeeded',
      eventTime: new Date(atMs),
      eventPayload: { ...links },
      requestId: 'req-of-the-call',
      actor,
    },
    new Date(),
  );

const read = (query: object, by = accountId) =>
  listTimelineRoute(stores).handle(listNotifierTimeline.input.parse(query), {
    accountId: by,
    requestId: 'r',
  }) as Promise<TimelinePart>;

describe('the events of a timeline', () => {
  it('an event about a publication says whether the property was published or taken down', async () => {
    const propertyId = newId();
    const types = ['set', 'delete', 'a type of a later version'];
    const events = types.map((type, n) => happening(T0 + n, { propertyId, type }));
    await stores.events.insertOnce(events);
    const { data } = await read({ propertyId });
    const operations = data.map((entry) => entry.kind === 'event' && entry.operation);
    expect(operations).toEqual([undefined, 'delete', 'set']);
  });

  it('an event of a timeline has its deliveries with their attempts, and the call that caused it', async () => {
    const propertyId = newId();
    const event = happening(T0, { propertyId, listingId: newId(), targetId: newId() });
    await stores.events.insertOnce([event]);
    const webhook = webhookOf({ accountId, url: 'https://app.example.org:8443/hooks?token=secret' });
    await stores.webhooks.insert(webhook);
    const attempts = [
      {
        at: new Date(T0 + 5),
        statusCode: 500,
        durationMs: 12,
        body: 'a page',
        error: 'x',
        errorCode: 'reset',
      },
    ];
    const delivery = { ...deliveryOf(webhook, event), attempts, attemptCount: 1 };
    await stores.insertDeliveries([delivery]);
    const { data, isKnown } = await read({ propertyId });
    expect(isKnown).toBe(true);
    expect(data).toMatchObject([
      { kind: 'event', eventId: event.id, requestId: 'req-of-the-call', actor, listingId: event.listingId },
    ]);
    expect(data[0]).toMatchObject({
      deliveries: [
        {
          deliveryId: delivery.id,
          webhookId: webhook.id,
          host: 'app.example.org:8443',
          status: 'pending',
          attempts: [
            { at: new Date(T0 + 5).toISOString(), statusCode: 500, durationMs: 12, errorCode: 'reset' },
          ],
          nextAttemptAt: START.toISOString(),
        },
      ],
    });
    expect(JSON.stringify(data)).not.toMatch(/a page|token/);
  });

  it('a timeline shows the other events if one has a damaged delivery', async () => {
    const propertyId = newId();
    const [first, second] = [happening(T0, { propertyId }), happening(T0 + 1, { propertyId })];
    await stores.events.insertOnce([first, second]);
    const delivery = deliveryOf(webhookOf({ accountId }), second);
    await stores.insertDeliveries([delivery]);
    const docs = stores.database.db.collection<{ _id: string }>('deliveries');
    await docs.updateOne({ _id: delivery.id }, { $set: { attempts: [{ at: 'yesterday' }] } });
    const { output } = readOutput(listNotifierTimeline.output, await read({ propertyId }), 'timeline');
    expect(output).toMatchObject({
      data: [{ eventId: first.id }],
      unreadable: [{ id: second.id, unreadable: true }],
    });
  });

  it('the events of a property are found behind thousands of newer events of other properties', async () => {
    const propertyId = newId();
    const old = happening(T0 - 86_400_000, { propertyId });
    const others = createIdSource(() => T0);
    const newer = Array.from({ length: 3000 }, (_, n) => happening(T0 + n, { propertyId: newId() }, others));
    await stores.events.insertOnce([old, ...newer]);
    expect((await read({ propertyId })).data).toMatchObject([{ eventId: old.id }]);
  });

  it('two events in one millisecond are both on the timeline, on pages of one entry too', async () => {
    const listingId = newId();
    const ids = createIdSource(() => T0);
    const both = [happening(T0, { listingId }, ids), happening(T0, { listingId }, ids)];
    await stores.events.insertOnce(both);
    const first = await read({ listingId, limit: 1 });
    const second = await read({ listingId, limit: 1, startAfter: first.data[0]?.id });
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    const seen = [...first.data, ...second.data].map((entry) => 'eventId' in entry && entry.eventId);
    expect(seen.toSorted()).toEqual(both.map(({ id }) => id).toSorted());
    expect(await read({ listingId, limit: 1, startAfter: second.data[0]?.id })).toEqual({
      hasMore: false,
      data: [],
      isKnown: true,
    });
  });

  it('events of another account are not on a timeline', async () => {
    const propertyId = newId();
    await stores.events.insertOnce([happening(T0, { propertyId })]);
    expect(await read({ propertyId }, newId())).toEqual({ hasMore: false, data: [], isKnown: false });
  });
});

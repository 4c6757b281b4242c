import type { OutputOf, erasePersonFromEvents } from '@estate/contracts';
import { createIdSource, newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEvent } from '../domain/event.ts';
import type { EventDoc } from '../stores/event-store.ts';
import { openTestStores } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { erasePersonRoute } from './erasures.ts';
import { routeDeps } from './routes.fixture.ts';

const EMAIL = 'zebulon@example.org';
let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function store(accountId: string, eventTime: Date, email = EMAIL): Promise<string> {
  const id = createIdSource(() => eventTime.getTime())();
  const eventPayload = { id: newId(), prospect: { email } };
  const event = { id, accountId, eventName: 'request.created', eventTime, eventPayload };
  await stores.events.insertOnce([newEvent(event, eventTime)]);
  return id;
}

describe('a step of the erasure of a person from events', () => {
  it('an erasure is done as soon as no event is left, however many were stored shortly before', async () => {
    const accountId = newId();
    for (let minute = 1; minute < 30; minute += 1)
      await store(newId(), minutesAgo(minute), 'other@example.org');
    const events = stores.database.db.collection<EventDoc>('events');
    for (const minutes of [1, 15]) await store(accountId, minutesAgo(minutes));
    const { ask } = routeDeps(stores, () => Promise.reject(new Error('nothing is sent')));
    const input = { erasureId: newId(), requestedAt: new Date().toISOString(), email: EMAIL };
    const step = () => ask<OutputOf<typeof erasePersonFromEvents>>(erasePersonRoute, input, { accountId });
    expect(await step()).toMatchObject({ isDone: false });
    expect(await step()).toMatchObject({ isDone: true, events: 2 });
    expect(await events.countDocuments({ accountId })).toBe(0);
  });
});

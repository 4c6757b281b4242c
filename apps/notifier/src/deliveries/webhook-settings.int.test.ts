import { newId } from '@estate/persistence';
import { countWrites, eventually } from '@estate/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookCall } from '../channels/webhook-channel.ts';
import { newEvent } from '../domain/event.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { deliveryOf, eventOf, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { answered, ok, startReplica } from './replica.fixture.ts';
import type { Replica, ReplicaOptions } from './replica.fixture.ts';

const replicas: Replica[] = [];
let stores: TestStores;
let calls: WebhookCall[];
let respond: () => typeof ok;
let nowMs: number;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});
beforeEach(() => {
  calls = [];
  respond = () => ok;
  nowMs = Date.now();
});
afterEach(async () => {
  for (const each of replicas.splice(0)) await each.dispatcher.close();
});

function replica(options: Partial<ReplicaOptions> = {}): Replica {
  const post = async (call: WebhookCall) => (calls.push(call), respond());
  const made = startReplica({ stores, post, clock: () => new Date(nowMs), ...options });
  replicas.push(made);
  made.dispatcher.start();
  return made;
}

async function waiting(count: number, fields: Partial<StoredWebhook>) {
  const webhook = webhookOf({ url: `https://example.org/${newId()}`, ...fields });
  const events = Array.from({ length: count }, () => eventOf(webhook.accountId));
  await stores.webhooks.insert(webhook);
  await stores.events.insertOnce(events);
  await stores.insertDeliveries(events.map((event) => deliveryOf(webhook, event)));
  return webhook;
}

const callsTo = ({ url }: StoredWebhook) => calls.filter((call) => call.url === url);
const deliveriesOf = async (webhook: StoredWebhook) =>
  (await stores.deliveries.list(webhook.id, { limit: 100, order: 'asc' })).data;
const isSettled = async (webhook: StoredWebhook) =>
  (await deliveriesOf(webhook)).every(({ status }) => status !== 'pending');

describe('a webhook with a limit', () => {
  it('a webhook with a limit gets no more attempts than its slots from several processes together, and all deliveries in the end', async () => {
    const begunMs = nowMs;
    const webhook = await waiting(40, { maxDeliveriesPerSecond: 50 });
    replica();
    replica();
    for (let sent = 6; ; sent = Math.min(40, sent + 5)) {
      // Slots are 20 ms apart and reach 100 ms ahead of the clock, which stands still until they are used.
      await eventually(() => callsTo(webhook).length >= sent);
      expect(callsTo(webhook).length).toBeLessThanOrEqual(1 + (nowMs + 100 - begunMs) / 20);
      if (sent === 40) break;
      nowMs += 100;
    }
    await eventually(() => isSettled(webhook));
    expect(new Set(callsTo(webhook).map(({ sequence }) => sequence)).size).toBe(40);
  });

  it('a webhook with a limit gets new events by its slots, too, and holds up no other webhook', async () => {
    const slow = webhookOf({ maxDeliveriesPerSecond: 1 });
    const quick = webhookOf({ accountId: slow.accountId });
    for (const webhook of [slow, quick]) await stores.webhooks.insert(webhook);
    const { fanOut } = replica();
    await Promise.all(Array.from({ length: 20 }, () => fanOut.add(eventOf(slow.accountId))));
    await eventually(() => isSettled(quick));
    const toSlow = async () =>
      (await deliveriesOf(slow)).filter(({ attemptCount }) => attemptCount > 0).length;
    await eventually(async () => (await toSlow()) === 1);
    nowMs += 1000;
    await eventually(async () => (await toSlow()) === 2);
  });

  it('the end of a limit sends what waits at once', async () => {
    const webhook = await waiting(12, { maxDeliveriesPerSecond: 1 });
    const { dispatcher } = replica();
    await eventually(() => callsTo(webhook).length === 1);
    const { id, accountId } = webhook;
    await stores.webhooks.replace(
      { accountId, id, now: new Date() },
      { url: webhook.url, events: webhook.events },
    );
    dispatcher.startAfresh(webhook.id);
    await eventually(() => isSettled(webhook));
    expect(callsTo(webhook)).toHaveLength(12);
  });
});

describe('a webhook with its own retry schedule', () => {
  it('a webhook with its own retry schedule gets as many retries, at its own times, also in a resend', async () => {
    respond = () => answered(500);
    const webhook = await waiting(0, { retryScheduleSeconds: [60, 3600] });
    const { fanOut, dispatcher } = replica();
    await fanOut.add(eventOf(webhook.accountId));
    const attempted = (attempts: number) =>
      eventually(
        async () =>
          (await deliveriesOf(webhook))[0]?.attempts.filter(({ statusCode }) => statusCode).length ===
          attempts,
      );
    const pauseSeconds = async () =>
      ((await deliveriesOf(webhook))[0]!.nextAttemptAt!.getTime() - nowMs) / 1000;
    await attempted(1);
    expect(await pauseSeconds()).toBe(60);
    nowMs += 60_000;
    await attempted(2);
    expect(await pauseSeconds()).toBe(3600);
    nowMs += 3_600_000;
    await eventually(() => isSettled(webhook));
    const [failed] = await deliveriesOf(webhook);
    expect(failed).toMatchObject({ status: 'failed', attemptCount: 3 });
    const at = { webhook, id: failed!.id, now: new Date(nowMs) };
    expect(await stores.deliveries.requeue(at, 'pending')).toMatchObject({
      attemptsLeft: 3,
      waitsSeconds: [60, 3600],
    });
    dispatcher.wake(webhook.id);
    await attempted(4);
    expect(await pauseSeconds()).toBe(60);
  });

  it('a delivery that is queued again after the schedule of its webhook was removed has the default one', async () => {
    const webhook = await waiting(1, { retryScheduleSeconds: [60] });
    const { retryScheduleSeconds: _removed, ...plain } = webhook;
    await stores.deliveries.hold(webhook.id);
    await stores.deliveries.release(plain, new Date());
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ status: 'pending', attemptsLeft: 9 });
    expect(delivery).not.toHaveProperty('waitsSeconds');
  });
});

describe('a webhook with headers', () => {
  it('a webhook with headers has them in every delivery, opened', async () => {
    const headers = [{ name: 'Authorization', sealed: 'Bearer 5f1c' }];
    const webhook = await waiting(1, { headers });
    const { fanOut } = replica();
    await fanOut.add(eventOf(webhook.accountId));
    await eventually(() => callsTo(webhook).length === 2);
    for (const call of callsTo(webhook)) expect(call.headers).toEqual({ Authorization: 'Bearer 5f1c' });
  });
});

describe('a webhook with a filter', () => {
  const [target, otherTarget] = [newId(), newId()];
  const flat = { propertyId: newId(), propertyType: 'apartmentBuy' };
  const house = { propertyId: newId(), propertyType: 'houseBuy' };
  const eventFrom = (
    accountId: string,
    eventName: string,
    eventPayload: Record<string, unknown>,
  ): StoredEvent =>
    newEvent({ id: newId(), accountId, eventName, eventTime: new Date(), eventPayload }, new Date());
  const happened = (accountId: string): StoredEvent[] => [
    eventFrom(accountId, 'property.processing_succeeded', { id: newId(), type: 'apartmentBuy' }),
    eventFrom(accountId, 'property.processing_succeeded', { id: newId(), type: 'houseBuy' }),
    eventFrom(accountId, 'publication.succeeded', { ...flat, targetId: target }),
    eventFrom(accountId, 'publication.succeeded', { ...flat, targetId: otherTarget }),
    eventFrom(accountId, 'publication.succeeded', { ...house, targetId: target }),
    eventFrom(accountId, 'request.parsing_failed', { targetId: target }),
    // Of a service of the version before, which does not say the type.
    eventFrom(accountId, 'publication.succeeded', { propertyId: newId(), targetId: target }),
  ];
  const names = ['property.processing_succeeded', 'publication.succeeded', 'request.parsing_failed'] as const;

  async function sentWith(filter: NonNullable<StoredWebhook['filter']>) {
    const webhook = webhookOf({ events: [...names], filter });
    await stores.webhooks.insert(webhook);
    const events = happened(webhook.accountId);
    const { fanOut } = replica();
    await Promise.all(events.map((event) => fanOut.add(event)));
    const deliveries = await deliveriesOf(webhook);
    return {
      sent: events.flatMap(({ id }, index) =>
        deliveries.some(({ eventId }) => eventId === id) ? [index] : [],
      ),
      sequences: deliveries.map(({ sequence }) => sequence ?? 0).toSorted((a, b) => a - b),
    };
  }

  it('a webhook with a filter by targets gets what is about them or about no target, with numbers without a gap', async () => {
    expect(await sentWith({ targetIds: [target] })).toEqual({
      sent: [0, 1, 2, 4, 5, 6],
      sequences: [1, 2, 3, 4, 5, 6],
    });
  });

  it('a webhook with a filter by property types gets what is about such properties, also their publications, and what says no type', async () => {
    expect(await sentWith({ propertyTypes: ['houseBuy'] })).toEqual({
      sent: [1, 4, 5, 6],
      sequences: [1, 2, 3, 4],
    });
  });

  it('a webhook with a filter by targets and property types gets what meets both', async () => {
    const both = { targetIds: [target], propertyTypes: ['apartmentBuy' as const] };
    expect(await sentWith(both)).toEqual({ sent: [0, 2, 5, 6], sequences: [1, 2, 3, 4] });
  });
  it('a hundred events about properties that no webhook wants are a hundred writes of the notifier in one command', async () => {
    const accountId = newId();
    const { fanOut } = replica();
    const { counted, stop } = countWrites(stores.database.db);
    const payload = () => ({ id: newId(), type: 'houseBuy' });
    const events = Array.from({ length: 100 }, () =>
      eventFrom(accountId, 'property.processing_succeeded', payload()),
    );
    await Promise.all(events.map((event) => fanOut.add(event)));
    stop();
    expect(counted).toEqual({ events: { commands: 1, writes: 100 } });
  });
});

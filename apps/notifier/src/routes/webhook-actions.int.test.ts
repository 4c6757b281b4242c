import { EVENT_NAMES } from '@estate/contracts';
import type { Delivery, ReceiverReport, Resend, WebhookWithKey } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookCall, WebhookResult } from '../channels/webhook-channel.ts';
import { answered, ok } from '../deliveries/replica.fixture.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { deliveryOf, eventOf, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import {
  cancelResendRoute,
  getResendRoute,
  resendDeliveriesRoute,
  resendDeliveryRoute,
} from './deliveries.ts';
import { pauseWebhookRoute, resumeWebhookRoute, rotateWebhookKeyRoute } from './webhooks.ts';
import { routeDeps } from './routes.fixture.ts';
import { testWebhookRoute, verifyWebhookRoute } from './receivers.ts';

let stores: TestStores;
let routes: ReturnType<typeof routeDeps>;
let calls: WebhookCall[] = [];
let respond: (call: WebhookCall) => WebhookResult = () => ok;
beforeAll(async () => {
  stores = await openTestStores();
  routes = routeDeps(stores, async (call) => {
    calls.push(call);
    return respond(call);
  });
  routes.start();
});
afterAll(async () => {
  await routes.stop();
  await stores.close();
});
beforeEach(() => {
  calls = [];
  respond = () => ok;
});

async function stored(fields: Partial<StoredWebhook> = {}) {
  const webhook = webhookOf({ url: `https://example.org/${newId()}`, ...fields });
  await stores.webhooks.insert(webhook);
  return { webhook, at: { accountId: webhook.accountId }, id: webhook.id };
}

/** Deliveries that ended, oldest first. */
async function ended(webhook: StoredWebhook, statuses: readonly ('succeeded' | 'failed' | 'discarded')[]) {
  const events = statuses.map(() => eventOf(webhook.accountId));
  const made = statuses.map((status, n) => {
    const { nextAttemptAt: _never, ...delivery } = deliveryOf(webhook, events[n]!);
    return { ...delivery, status, createdAt: new Date(), attemptCount: 1, attemptsLeft: 0 };
  });
  await stores.events.insertOnce(events);
  await stores.insertDeliveries(made);
  return { events, ids: made.map(({ id }) => id) };
}

/** The calls of one webhook; others may still be getting something. */
const sentTo = ({ url }: StoredWebhook) => calls.filter((call) => call.url === url);
const statusOf = async (webhookId: string, id: string) => (await stores.deliveries.get(webhookId, id)).status;
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: { code: string }) => error.code,
  );

describe('sending once more', () => {
  it('a resend sends the same bytes to the same webhook with the same event id and number', async () => {
    const { webhook, at, id } = await stored();
    const { events, ids } = await ended(webhook, ['succeeded']);
    const queued = await routes.ask<Delivery>(resendDeliveryRoute, { id, deliveryId: ids[0] }, at);
    expect(queued).toMatchObject({ id: ids[0], status: 'pending', sequence: 1 });
    await eventually(async () => (await statusOf(id, ids[0]!)) === 'succeeded');
    expect(sentTo(webhook)).toMatchObject([
      { eventId: events[0]!.id, rawBody: events[0]!.rawBody, attempt: 2, sequence: 1 },
    ]);
  });

  it('a resend is refused for a disabled webhook and held for a paused one', async () => {
    const disabled = await stored({ status: 'disabled' });
    const of = await ended(disabled.webhook, ['failed']);
    const input = { id: disabled.id, deliveryId: of.ids[0] };
    expect(await refusal(routes.ask(resendDeliveryRoute, input, disabled.at))).toBe('webhook-disabled');
    const paused = await stored({ status: 'paused' });
    const { ids } = await ended(paused.webhook, ['failed']);
    const held = await routes.ask<Delivery>(
      resendDeliveryRoute,
      { id: paused.id, deliveryId: ids[0] },
      paused.at,
    );
    expect(held.status).toBe('held');
  });
});

describe('sending many once more', () => {
  const finished = (id: string, resendId: string, at: { accountId: string }) =>
    eventually(async () => {
      const resend = await routes.ask<Resend>(getResendRoute, { id, resendId }, at);
      return resend.status === 'finished' && resend;
    });

  it('a bulk resend queues failed deliveries since a time, page by page, and shows its progress', async () => {
    const { webhook, at, id } = await stored();
    const since = new Date(Date.now() - 60_000).toISOString();
    const { ids } = await ended(
      webhook,
      Array.from({ length: 240 }, (_, n) => (n % 3 ? 'failed' : 'succeeded')),
    );
    const order = await routes.ask<Resend>(resendDeliveriesRoute, { id, since, status: 'failed' }, at);
    expect(order).toMatchObject({ status: 'running', queued: 0 });
    expect(await finished(id, order.id, at)).toMatchObject({ queued: 160, examined: 160 });
    await eventually(() => sentTo(webhook).length === 160);
    expect(new Set(sentTo(webhook).map(({ eventId }) => eventId)).size).toBe(160);
    expect(await statusOf(id, ids[0]!)).toBe('succeeded');
    const late = routes.ask(cancelResendRoute, { id, resendId: order.id }, at);
    expect(await refusal(late)).toBe('resend-ended');
  });

  it('a bulk resend accepts a range of sequence numbers', async () => {
    const { webhook, at, id } = await stored();
    await ended(webhook, ['succeeded', 'succeeded', 'failed', 'discarded', 'succeeded']);
    const status = ['succeeded', 'failed', 'discarded'];
    const range = { id, fromSequence: 2, toSequence: 4, status };
    const order = await routes.ask<Resend>(resendDeliveriesRoute, range, at);
    expect(await finished(id, order.id, at)).toMatchObject({ queued: 3 });
    await eventually(() => sentTo(webhook).length === 3);
    expect(
      sentTo(webhook)
        .map(({ sequence }) => sequence)
        .toSorted(),
    ).toEqual([2, 3, 4]);
  });

  it('a bulk resend requested several times with one reserved id is created once', async () => {
    const { webhook, at, id } = await stored();
    await ended(webhook, ['failed']);
    const input = { id, fromSequence: 1, status: 'failed' };
    const terms = { ...at, reservedId: newId() };
    const orders = await Promise.all(
      [1, 2, 3].map(() => routes.ask<Resend>(resendDeliveriesRoute, input, terms)),
    );
    expect(new Set(orders.map((order) => order.id))).toEqual(new Set([terms.reservedId]));
  });

  it('a bulk resend requires a start, and can be cancelled more than once until it has finished', async () => {
    const { at, id } = await stored();
    const all = routes.ask(resendDeliveriesRoute, { id, status: 'failed' }, at);
    expect(await refusal(all)).toBe('resend-range-missing');
    const backwards = {
      since: '2026-11-02T00:00:00Z',
      until: '2026-11-01T00:00:00Z',
      fromSequence: 50,
      toSequence: 10,
    };
    await expect(routes.ask(resendDeliveriesRoute, { id, ...backwards }, at)).rejects.toMatchObject({
      problems: [{ path: 'until' }, { path: 'toSequence' }],
    });
    await routes.stop();
    const order = await routes.ask<Resend>(
      resendDeliveriesRoute,
      { id, fromSequence: 1, status: 'failed' },
      at,
    );
    const cancelled = await routes.ask<Resend>(cancelResendRoute, { id, resendId: order.id }, at);
    expect(cancelled.status).toBe('cancelled');
    const again = await routes.ask<Resend>(cancelResendRoute, { id, resendId: order.id }, at);
    expect(again).toEqual(cancelled);
    const unknown = routes.ask(getResendRoute, { id, resendId: newId() }, at);
    expect(await refusal(unknown)).toBe('resend-not-found');
    const fresh = routeDeps(stores, async (call) => (calls.push(call), respond(call)));
    routes = fresh;
    routes.start();
  });

  it('a bulk resend continues after its process crashed, and queues nothing twice', async () => {
    const { webhook, at, id } = await stored({ status: 'active' });
    const { ids } = await ended(
      webhook,
      Array.from({ length: 5 }, () => 'failed' as const),
    );
    await routes.stop();
    const order = await routes.ask<Resend>(
      resendDeliveriesRoute,
      { id, fromSequence: 1, status: 'failed' },
      at,
    );
    const now = new Date();
    const died = await stores.resends.claim({
      owner: newId(),
      leaseMs: 1,
      now: new Date(now.getTime() - 60_000),
    });
    await stores.resends.requeue(died!, ids.slice(0, 3), { now, webhook });
    await stores.deliveries.discard([ids[0]!]);
    routes = routeDeps(stores, async (call) => (calls.push(call), respond(call)));
    routes.start();
    expect(await finished(id, order.id, at)).toMatchObject({ status: 'finished' });
    await eventually(() => sentTo(webhook).length === 4);
    expect(await statusOf(id, ids[0]!)).toBe('discarded');
  });
});

describe('a test', () => {
  it.each(EVENT_NAMES)(
    'a test of %s is delivered like a real event, marked as a test and without a number',
    async (event) => {
      const { webhook, at, id } = await stored();
      const delivery = await routes.ask<Delivery>(testWebhookRoute, { id, event }, at);
      expect(delivery).toMatchObject({ eventName: event, status: 'pending', test: true });
      await eventually(async () => (await statusOf(id, delivery.id)) === 'succeeded');
      expect(sentTo(webhook)).toMatchObject([
        { url: webhook.url, eventId: delivery.eventId, test: true, attempt: 1 },
      ]);
      expect(sentTo(webhook)[0]?.sequence).toBeUndefined();
      expect(JSON.parse(sentTo(webhook)[0]!.rawBody)).toMatchObject({
        eventId: delivery.eventId,
        eventName: event,
      });
      const { data } = await stores.events.list(webhook.accountId, { limit: 10, order: 'asc' });
      expect(data).toEqual([]);
    },
  );

  it('a test requires an active webhook', async () => {
    const { at, id } = await stored({ status: 'paused' });
    const asked = routes.ask(testWebhookRoute, { id, event: 'publication.failed' }, at);
    expect(await refusal(asked)).toBe('webhook-not-active');
  });
});

describe('a rotation', () => {
  it('a key rotation returns a new key, and both keys sign', async () => {
    const { webhook, at, id } = await stored();
    const rotated = await routes.ask<WebhookWithKey>(rotateWebhookKeyRoute, { id }, at);
    expect(rotated.signingKey).not.toBe(webhook.signingKeys[0]!.sealed);
    expect(Date.parse(rotated.previousKeysUntil!) - Date.now()).toBeGreaterThan(86_000_000);
    await routes.ask<Delivery>(testWebhookRoute, { id, event: 'publication.failed' }, at);
    await eventually(() => sentTo(webhook).length === 1);
    expect(sentTo(webhook)[0]?.signingKeys).toEqual([rotated.signingKey, 'sealed']);
  });

  it('a key rotation is refused when five keys are valid', async () => {
    const { at, id } = await stored();
    for (let n = 0; n < 4; n += 1) await routes.ask(rotateWebhookKeyRoute, { id }, at);
    expect(await refusal(routes.ask(rotateWebhookKeyRoute, { id }, at))).toBe('too-many-signing-keys');
  });
});

describe('pausing and resuming', () => {
  it('a webhook that is paused and resumed gets every event in between', async () => {
    const { webhook, at, id } = await stored();
    expect(await routes.ask(pauseWebhookRoute, { id }, at)).toMatchObject({ status: 'paused' });
    const events = Array.from({ length: 3 }, () => eventOf(webhook.accountId));
    for (const event of events) await routes.deps.fanOut.add(event);
    expect(sentTo(webhook)).toEqual([]);
    expect(await routes.ask(resumeWebhookRoute, { id }, at)).toMatchObject({ status: 'active' });
    await eventually(() => sentTo(webhook).length === 3);
    expect(
      sentTo(webhook)
        .map(({ eventId }) => eventId)
        .toSorted(),
    ).toEqual(events.map((event) => event.id).toSorted());
  });

  it('a disabled webhook can be resumed and cannot be paused', async () => {
    const { at, id } = await stored({ status: 'disabled', disabledReason: 'failing' });
    expect(await refusal(routes.ask(pauseWebhookRoute, { id }, at))).toBe('webhook-disabled');
    const resumed = await routes.ask<WebhookWithKey>(resumeWebhookRoute, { id }, at);
    expect(resumed.status).toBe('active');
    expect(resumed.disabledReason).toBeUndefined();
  });
});

describe('the check of a receiver', () => {
  /** Answers as receivers that check signatures, or not, do. */
  const receiver = (careful: boolean) => (call: WebhookCall) =>
    careful && call.flaw !== undefined ? answered(401) : ok;

  it('the verification of a receiver tells careful and careless receivers apart, and stores nothing', async () => {
    const { at, id } = await stored();
    respond = receiver(true);
    expect((await routes.ask<ReceiverReport>(verifyWebhookRoute, { id }, at)).ok).toBe(true);
    respond = receiver(false);
    const report = await routes.ask<ReceiverReport>(verifyWebhookRoute, { id }, at);
    expect(report.checks.filter((check) => !check.ok).map(({ name }) => name)).toEqual([
      'refuses-wrong-signature',
      'refuses-stale',
    ]);
    expect((await stores.deliveries.list(id, { limit: 10, order: 'asc' })).data).toEqual([]);
  });

  it('the verification of a receiver sends the valid delivery twice with one event id', async () => {
    const { webhook, at, id } = await stored();
    await routes.ask(verifyWebhookRoute, { id }, at);
    const [good, again, ...flawed] = sentTo(webhook);
    expect(again).toEqual({ ...good, attempt: 2 });
    expect(flawed.map(({ flaw }) => flaw)).toEqual(['wrong-signature', 'stale']);
    expect(new Set(sentTo(webhook).map(({ eventId }) => eventId)).size).toBe(3);
  });
});

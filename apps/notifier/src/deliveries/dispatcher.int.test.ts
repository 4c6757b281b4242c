import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebhookCall, WebhookResult } from '../channels/webhook-channel.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { deliveryOf, eventOf, log, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { Dispatcher } from './dispatcher.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});

const ok: WebhookResult = { statusCode: 200, body: 'ok', durationMs: 1 };
const all = { limit: 100, order: 'asc' } as const;

let calls: WebhookCall[];
let respond: (call: WebhookCall) => Promise<WebhookResult>;
let dispatcher: Dispatcher;
const notes = { attempted: vi.fn(), webhookDisabled: vi.fn() };

beforeEach(() => {
  calls = [];
  respond = async () => ok;
  dispatcher = dispatcherOf();
});
afterEach(async () => {
  await dispatcher.close();
});

function dispatcherOf(leaseMs = 30_000): Dispatcher {
  const channel = {
    post: (call: WebhookCall) => {
      calls.push(call);
      return respond(call);
    },
  };
  const schedule = { baseMs: 1, random: () => 0.5 };
  const vault = { open: (sealed: string) => sealed };
  return new Dispatcher(
    { ...stores, clock: () => new Date(), newId, log, vault, channel, schedule, notes },
    { total: 8, perWebhook: 4, leaseMs, sweepEveryMs: 20 },
  );
}

async function waiting(count: number, fields: Partial<StoredWebhook> = {}) {
  const webhook = webhookOf({ url: `https://example.org/${newId()}`, ...fields });
  const events = Array.from({ length: count }, () => eventOf(webhook.accountId));
  await stores.webhooks.insert(webhook);
  for (const event of events) await stores.events.insertOnce(event);
  await deliver(webhook, events);
  return { webhook, events };
}

const deliver = (webhook: StoredWebhook, events: readonly StoredEvent[]) =>
  stores.deliveries.insertOnce(events.map((event) => deliveryOf(webhook, event)));

const statuses = async (webhook: StoredWebhook) =>
  (await stores.deliveries.list(webhook.id, all)).data.map(({ status }) => status);

const settled = (webhook: StoredWebhook) =>
  eventually(async () => !(await statuses(webhook)).includes('pending'), 10_000);

describe('what is due', () => {
  it('is delivered once, with the stored text', async () => {
    const { webhook, events } = await waiting(20);
    dispatcher.start();
    await settled(webhook);
    expect(calls.map(({ eventId }) => eventId).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    expect(calls.find(({ eventId }) => eventId === events[3]!.id)?.rawBody).toBe(events[3]!.rawBody);
  });

  it('is delivered once by several processes together', async () => {
    const second = dispatcherOf();
    const made = await Promise.all([waiting(15), waiting(15)]);
    dispatcher.start();
    second.start();
    for (const { webhook } of made) await settled(webhook);
    await second.close();
    expect(calls).toHaveLength(30);
  });

  it('is not held up by a webhook that does not answer', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = await waiting(10);
    const quick = await waiting(10);
    respond = async ({ url }) => {
      if (url === slow.webhook.url) await released;
      return ok;
    };
    dispatcher.start();
    await settled(quick.webhook);
    expect(calls.filter(({ url }) => url === slow.webhook.url)).toHaveLength(4);
    release();
    await settled(slow.webhook);
    expect(calls).toHaveLength(20);
  });
});

describe('an attempt that fails', () => {
  it('is repeated with the same event id until the ninth', async () => {
    const { webhook, events } = await waiting(1);
    respond = async () => ({ statusCode: 500, body: 'no', durationMs: 1 });
    const quick = new Dispatcher(
      {
        ...stores,
        clock: () => new Date(),
        newId,
        log,
        notes,
        vault: { open: (sealed) => sealed },
        channel: { post: async (call) => (calls.push(call), respond(call)) },
        schedule: { baseMs: 0, random: () => 0.5 },
      },
      { total: 8, perWebhook: 4, leaseMs: 30_000, sweepEveryMs: 20 },
    );
    quick.start();
    await settled(webhook);
    await quick.close();
    expect(await statuses(webhook)).toEqual(['failed']);
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(calls.map(({ eventId }) => eventId))).toEqual(new Set([events[0]!.id]));
  });

  it('shows the status and the beginning of the answer', async () => {
    const { webhook } = await waiting(1);
    respond = async ({ attempt }) => (attempt === 1 ? { statusCode: 503, body: 'busy', durationMs: 7 } : ok);
    dispatcher.start();
    await settled(webhook);
    const [delivery] = (await stores.deliveries.list(webhook.id, all)).data;
    expect(delivery?.attempts).toMatchObject([
      { statusCode: 503, body: 'busy', durationMs: 7 },
      { statusCode: 200, body: 'ok' },
    ]);
  });

  it('is repeated when the process died between counting and writing down the outcome', async () => {
    const { webhook, events } = await waiting(1);
    const due = await stores.deliveries.due(webhook.id, 1, new Date());
    const ids = due.map(({ id }) => id);
    await stores.deliveries.claim(ids, { owner: newId(), leaseMs: 100, now: new Date() });
    dispatcher.start();
    await settled(webhook);
    expect(calls).toMatchObject([{ eventId: events[0]!.id, attempt: 2 }]);
    const [delivery] = (await stores.deliveries.list(webhook.id, all)).data;
    expect(delivery?.attempts).toMatchObject([{ at: expect.any(Date) as Date }, { statusCode: 200 }]);
    expect(delivery?.attempts[0]?.statusCode).toBeUndefined();
  });
});

describe('nothing is sent', () => {
  it('any more after the receiver has said 410: the webhook is disabled and the rest discarded', async () => {
    const { webhook } = await waiting(1);
    respond = async () => ({ statusCode: 410, body: '', durationMs: 1 });
    const rest = Array.from({ length: 3 }, () => eventOf(webhook.accountId));
    const inAnHour = new Date(Date.now() + 3_600_000);
    await stores.deliveries.insertOnce(
      rest.map((event) => ({ ...deliveryOf(webhook, event), nextAttemptAt: inAnHour })),
    );
    dispatcher.start();
    await settled(webhook);
    expect(await statuses(webhook)).toEqual(['failed', 'discarded', 'discarded', 'discarded']);
    expect(await stores.webhooks.find(webhook.id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'receiver-gone',
    });
    expect(calls).toHaveLength(1);
  });

  it('to a webhook that was deleted, disabled or whose events were forgotten', async () => {
    const deleted = await waiting(2, { deletedAt: new Date() });
    const disabled = await waiting(2, { status: 'disabled' });
    const forgetful = await waiting(0);
    await deliver(forgetful.webhook, [eventOf(forgetful.webhook.accountId)]);
    dispatcher.start();
    for (const { webhook } of [deleted, disabled, forgetful]) {
      await settled(webhook);
      expect(new Set(await statuses(webhook))).toEqual(new Set(['discarded']));
    }
    expect(calls).toEqual([]);
  });
});

import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookCall, WebhookResult } from '../channels/webhook-channel.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { meanwhile } from '../stores/meanwhile.fixture.ts';
import { deliveryOf, eventOf, openTestStores, webhookOf, writeConflict } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { answered, ok, startReplica } from './replica.fixture.ts';
import type { Replica, ReplicaOptions } from './replica.fixture.ts';
import type { Step } from './crash-points.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});

const all = { limit: 100, order: 'asc' } as const;

let calls: WebhookCall[];
let respond: (call: WebhookCall) => Promise<WebhookResult>;
let dispatcher: Replica['dispatcher'];
const replicas: Replica[] = [];

beforeEach(() => {
  calls = [];
  respond = async () => ok;
  ({ dispatcher } = replica());
});
afterEach(async () => {
  for (const each of replicas.splice(0)) await each.dispatcher.close();
});

function replica(options: Partial<ReplicaOptions> = {}): Replica {
  const post = (call: WebhookCall) => {
    calls.push(call);
    return respond(call);
  };
  const made = startReplica({ stores, post, ...options });
  replicas.push(made);
  return made;
}

async function waiting(count: number, fields: Partial<StoredWebhook> = {}) {
  const webhook = webhookOf({ url: `https://example.org/${newId()}`, ...fields });
  const events = Array.from({ length: count }, () => eventOf(webhook.accountId));
  await stores.webhooks.insert(webhook);
  await stores.events.insertOnce(events);
  await deliver(webhook, events);
  return { webhook, events };
}

const deliver = (webhook: StoredWebhook, events: readonly StoredEvent[]) =>
  stores.insertDeliveries(events.map((event) => deliveryOf(webhook, event)));

const statuses = async (webhook: StoredWebhook) =>
  (await stores.deliveries.list(webhook.id, all)).data.map(({ status }) => status);

const settled = (webhook: StoredWebhook) =>
  eventually(async () => !(await statuses(webhook)).includes('pending'));

/** A round may discard a delivery whose webhook is disabled before the outcome of its attempt is stored. */
async function settledAndRecorded(webhook: StoredWebhook) {
  await settled(webhook);
  await dispatcher.close();
}

describe('what is due', () => {
  it('a due delivery is sent once, with the stored text', async () => {
    const { webhook, events } = await waiting(20);
    dispatcher.start();
    await settled(webhook);
    expect(calls.map(({ eventId }) => eventId).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    expect(calls.find(({ eventId }) => eventId === events[3]!.id)?.rawBody).toBe(events[3]!.rawBody);
  });

  it('a due delivery is sent once by several processes together', async () => {
    const second = replica().dispatcher;
    const made = await Promise.all([waiting(15), waiting(15)]);
    dispatcher.start();
    second.start();
    for (const { webhook } of made) await settled(webhook);
    expect(calls).toHaveLength(30);
  });

  it('a due delivery does not wait for a webhook that does not answer', async () => {
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
    expect(calls.filter(({ url }) => url === slow.webhook.url)).toHaveLength(2);
    release();
    await settled(slow.webhook);
    expect(calls).toHaveLength(20);
  });
});

describe('an attempt that fails', () => {
  it('a failed attempt is retried with the same event id, up to nine attempts in total', async () => {
    const { webhook, events } = await waiting(1);
    respond = async () => answered(500);
    replica({ baseMs: 0 }).dispatcher.start();
    await settled(webhook);
    expect(await statuses(webhook)).toEqual(['failed']);
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(calls.map(({ eventId }) => eventId))).toEqual(new Set([events[0]!.id]));
  });

  it('a failed attempt shows the status and the beginning of the response', async () => {
    const { webhook } = await waiting(1);
    respond = async ({ attempt }) => (attempt === 1 ? { ...answered(503), body: 'busy', durationMs: 7 } : ok);
    dispatcher.start();
    await settled(webhook);
    const [delivery] = (await stores.deliveries.list(webhook.id, all)).data;
    expect(delivery?.attempts).toMatchObject([
      { statusCode: 503, body: 'busy', durationMs: 7 },
      { statusCode: 200, body: 'ok' },
    ]);
  });

  it('an attempt is retried when its process crashed before the outcome was stored', async () => {
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

describe('an attempt that succeeds', () => {
  it('a successful attempt is stored even if the health of its webhook cannot be stored', async () => {
    const { webhook } = await waiting(1, { failingSince: new Date(), lastFailureAt: new Date() });
    let tried = false;
    const refuse = async () => {
      tried = true;
      throw new Error('the store is unavailable');
    };
    const { dispatcher: own } = replica({
      stores: { ...stores, webhooks: meanwhile(stores.webhooks, 'noteHealth', refuse) },
    });
    own.start();
    await eventually(() => tried);
    await own.close();
    expect(await statuses(webhook)).toEqual(['succeeded']);
    expect(calls).toHaveLength(1);
  });

  it('a successful attempt is not retried after a write conflict', async () => {
    const { webhook } = await waiting(1);
    const conflicts = [await writeConflict(stores.database)];
    const outcomes = meanwhile(stores.outcomes, 'record', async () => {
      const conflict = conflicts.pop();
      if (conflict) throw conflict;
    });
    const { dispatcher: own } = replica({ stores: { ...stores, outcomes } });
    own.start();
    await settled(webhook);
    expect(conflicts).toEqual([]);
    expect(calls).toHaveLength(1);
  });
});

describe('nothing is sent', () => {
  it('a webhook whose receiver answered 410 is disabled and its pending deliveries are discarded', async () => {
    const { webhook } = await waiting(1);
    respond = async () => answered(410);
    const rest = Array.from({ length: 3 }, () => eventOf(webhook.accountId));
    const inAnHour = new Date(Date.now() + 3_600_000);
    await stores.insertDeliveries(
      rest.map((event) => ({ ...deliveryOf(webhook, event), nextAttemptAt: inAnHour })),
    );
    dispatcher.start();
    await settledAndRecorded(webhook);
    expect(await statuses(webhook)).toEqual(['failed', 'discarded', 'discarded', 'discarded']);
    expect(await stores.webhooks.find(webhook.id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'receiver_gone',
    });
    expect(calls).toHaveLength(1);
  });

  it('a delivery answered with 410 is shown as failed when another process has already disabled the webhook', async () => {
    const { webhook } = await waiting(1);
    respond = async () => answered(410);
    const step = async (reached: Step) => {
      if (reached === 'before-record') await stores.deliveries.discardPending(webhook.id, webhook);
    };
    const { dispatcher: late } = replica({ step });
    late.start();
    await eventually(async () => (await stores.webhooks.find(webhook.id))?.status === 'disabled');
    await late.close();
    expect(await statuses(webhook)).toEqual(['failed']);
  });

  it('a delivery answered with 410 is shown as failed when the customer paused the webhook in the meantime', async () => {
    const { webhook } = await waiting(1);
    const { id, accountId } = webhook;
    respond = async () => {
      await stores.webhooks.pause({ accountId, id, now: new Date() });
      await stores.deliveries.hold(id);
      return answered(410);
    };
    const own = replica();
    own.dispatcher.start();
    await eventually(() => own.disabled.includes(id));
    expect(await statuses(webhook)).toEqual(['failed']);
  });

  it('nothing is sent to a webhook that was deleted, disabled or whose events were forgotten', async () => {
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

describe('a webhook that got another address while the former one was called', () => {
  const moved = async ({ id, accountId, events }: StoredWebhook) => {
    const url = `https://example.org/${newId()}`;
    await stores.webhooks.replace({ accountId, id, now: new Date() }, { url, events });
    return url;
  };

  it('a webhook whose address changed during an attempt gets the delivery at its new address after a 410 of the old one', async () => {
    const { webhook } = await waiting(1);
    let url = '';
    respond = async (call) => {
      if (call.url !== webhook.url) return ok;
      url = await moved(webhook);
      return answered(410);
    };
    dispatcher.start();
    await settled(webhook);
    expect(await statuses(webhook)).toEqual(['succeeded']);
    expect(calls.map((call) => call.url)).toEqual([webhook.url, url]);
  });

  it('a delivery answered with 410 by a former address is failed when the webhook is disabled', async () => {
    const { webhook } = await waiting(1);
    respond = async () => {
      const url = await moved(webhook);
      await stores.webhooks.disable({ ...webhook, url }, 'receiver_gone', new Date());
      return answered(410);
    };
    dispatcher.start();
    await settledAndRecorded(webhook);
    expect(await statuses(webhook)).toEqual(['failed']);
  });
});

describe('a webhook that is paused', () => {
  it('a paused webhook gets its held deliveries after it is resumed', async () => {
    const { webhook } = await waiting(5, { status: 'paused' });
    dispatcher.start();
    await eventually(async () => (await statuses(webhook)).every((status) => status === 'held'));
    expect(calls).toEqual([]);
    await stores.webhooks.resume({ accountId: webhook.accountId, id: webhook.id, now: new Date() });
    await stores.deliveries.release(webhook, new Date());
    dispatcher.wake(webhook.id);
    await settled(webhook);
    expect(calls.map(({ sequence }) => sequence).toSorted()).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a receiver that seems dead', () => {
  it('a suspended receiver is tried occasionally without using up attempts, and gets all deliveries when it responds again', async () => {
    const { webhook } = await waiting(40);
    let alive = false;
    let refused = 0;
    respond = async ({ url }) => {
      if (alive || url !== webhook.url) return ok;
      refused += 1;
      return answered(503);
    };
    let atMs = 0;
    const holdMs = 1000;
    const limits = { holdMs };
    const { dispatcher: own, endpoints } = replica({ baseMs: 3_600_000, limits, nowMs: () => atMs });
    own.start();
    const restWaits = () =>
      eventually(async () => {
        // The rows are due all the time; nothing but the breaker keeps them from being attempted.
        const due = await stores.deliveries.due(webhook.id, 100, new Date());
        return endpoints.isHeld(webhook.id) && due.length === 40 - refused;
      });
    await restWaits();
    const before = refused;
    atMs += holdMs;
    await eventually(() => refused > before);
    await restWaits();
    expect(refused).toBeLessThan(12);
    alive = true;
    atMs += 2 * holdMs;
    await eventually(async () => {
      const left = await statuses(webhook);
      return left.filter((status) => status === 'succeeded').length === 40 - refused;
    });
    expect(endpoints.isHeld(webhook.id)).toBe(false);
  });

  it('a suspended receiver does not delay deliveries to others', async () => {
    const dead = await Promise.all(Array.from({ length: 6 }, () => waiting(30)));
    const urls = new Set(dead.map(({ webhook }) => webhook.url));
    const never = new Promise<WebhookResult>(() => undefined);
    respond = ({ url }) => (urls.has(url) ? never : Promise.resolve(ok));
    const own = startReplica({
      stores,
      post: (call) => (calls.push(call), respond(call)),
      limits: { total: 32, windowMax: 16 },
    });
    own.dispatcher.start();
    const toDead = () => calls.filter(({ url }) => urls.has(url)).length;
    await eventually(() => toDead() >= 12);
    const healthy = await waiting(20);
    own.dispatcher.wake(healthy.webhook.id);
    await settled(healthy.webhook);
    // Each of the dead ones got the two places that everybody begins with and no more.
    expect(toDead()).toBe(12);
    void own.dispatcher.close();
    await stores.database.db.collection('deliveries').deleteMany({ status: 'pending' });
  });
});

describe('an event that just came', () => {
  const arrive = async (to: Replica, webhook: StoredWebhook) => {
    const event = eventOf(webhook.accountId);
    await to.fanOut.add(event);
    return event;
  };

  it('a new event is sent by the process that stored it, with its number and without a sweep', async () => {
    const webhook = webhookOf({ url: 'https://example.org/direct' });
    await stores.webhooks.insert(webhook);
    const own = replica({ sweepEveryMs: 3_600_000 });
    const event = await arrive(own, webhook);
    await settled(webhook);
    expect(calls).toMatchObject([{ eventId: event.id, rawBody: event.rawBody, attempt: 1, sequence: 1 }]);
  });

  it('a new event waits behind older ones when its receiver has no free place', async () => {
    const webhook = webhookOf();
    await stores.webhooks.insert(webhook);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    respond = async () => (await released, ok);
    // What came in the same millisecond has no order.
    let lastMs = 0;
    const clock = () => new Date((lastMs = Math.max(lastMs + 1, Date.now())));
    const own = replica({ limits: { windowMax: 1 }, clock });
    for (let n = 0; n < 6; n += 1) await arrive(own, webhook);
    await eventually(() => calls.length === 1);
    release();
    await settled(webhook);
    expect(calls.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('a new event is held for a paused webhook, and stored as discarded with a number for a disabled one', async () => {
    const accountId = newId();
    const paused = webhookOf({ accountId, status: 'paused' });
    const disabled = webhookOf({ accountId, status: 'disabled' });
    await stores.webhooks.insert(paused);
    await stores.webhooks.insert(disabled);
    await arrive(replica(), paused);
    expect(await statuses(paused)).toEqual(['held']);
    const { data } = await stores.deliveries.list(disabled.id, all);
    expect(data).toMatchObject([{ status: 'discarded', sequence: 1 }]);
    expect(calls).toEqual([]);
  });

  it('an event that is received again later is not sent to a webhook that was created meanwhile', async () => {
    const before = webhookOf();
    await stores.webhooks.insert(before);
    const event = await arrive(replica(), before);
    await settled(before);
    const storedAt = new Date(event.expiresAt.getTime() - 30 * 86_400_000);
    const later = webhookOf({
      accountId: before.accountId,
      createdAt: new Date(storedAt.getTime() + 1),
    });
    await stores.webhooks.insert(later);
    await replica().fanOut.add(event);
    expect(await statuses(later)).toEqual([]);
    expect(calls).toHaveLength(1);
  });

  it('a new event creates one delivery for each webhook even if several processes handle it at once and again', async () => {
    const accountId = newId();
    const webhooks = Array.from({ length: 4 }, () => webhookOf({ accountId }));
    for (const webhook of webhooks) await stores.webhooks.insert(webhook);
    const event = eventOf(accountId);
    const processes = [replica(), replica(), replica()];
    // Who lost a race may not know which rows are its own; what it does not send at once is found by a sweep.
    for (const { dispatcher } of processes) dispatcher.start();
    await Promise.all(processes.flatMap((each) => [each.fanOut.add(event), each.fanOut.add(event)]));
    await processes[0]!.fanOut.add(event);
    for (const webhook of webhooks) {
      await settled(webhook);
      const { data } = await stores.deliveries.list(webhook.id, all);
      expect(data.map(({ eventId, sequence }) => [eventId, sequence])).toEqual([[event.id, 1]]);
    }
    expect(calls).toHaveLength(4);
  });
});

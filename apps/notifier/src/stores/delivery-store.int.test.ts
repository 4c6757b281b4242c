import { createIdSource, newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredDelivery } from '../domain/delivery.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { START, deliveryOf, eventOf, later, openTestStores, webhookOf } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});

const LEASE_MS = 1000;
const claim = (id: string, now = START) =>
  stores.deliveries.claim([id], { owner: newId(), leaseMs: LEASE_MS, now });

async function stored(): Promise<{ webhook: StoredWebhook; delivery: StoredDelivery }> {
  const webhook = webhookOf();
  const delivery = deliveryOf(webhook, eventOf(webhook.accountId));
  await stores.insertDeliveries([delivery]);
  return { webhook, delivery };
}

const all = { limit: 100, order: 'asc' } as const;

describe('a claim', () => {
  it('a claim counts the attempt before it is made, with an unknown outcome', async () => {
    const { webhook, delivery } = await stored();
    await claim(delivery.id);
    expect(await stores.deliveries.get(webhook.id, delivery.id)).toMatchObject({
      status: 'pending',
      attemptCount: 1,
      attempts: [{ at: START }],
      nextAttemptAt: later(LEASE_MS),
    });
  });

  it('a claim succeeds for only one of many concurrent processes', async () => {
    const { delivery } = await stored();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(delivery.id)));
    expect(claims.flat()).toHaveLength(1);
  });

  it('a claim ends with its lease, and later writes of its holder change nothing', async () => {
    const { webhook, delivery } = await stored();
    const [lost] = await claim(delivery.id);
    expect(await claim(delivery.id, later(LEASE_MS - 1))).toEqual([]);
    const [taken] = await claim(delivery.id, later(LEASE_MS));
    await stores.outcomes.record([
      {
        claimed: lost!,
        attempt: { at: START, statusCode: 500 },
        decision: { status: 'failed', receiverGone: false },
      },
    ]);
    const attempt = { at: later(LEASE_MS), statusCode: 200 };
    await stores.outcomes.record([{ claimed: taken!, attempt: attempt, decision: { status: 'succeeded' } }]);
    const ended = await stores.deliveries.get(webhook.id, delivery.id);
    expect(ended).toMatchObject({ status: 'succeeded', attempts: [{ at: START }, attempt] });
    expect(ended.nextAttemptAt).toBeUndefined();
  });
});

describe('a failed attempt', () => {
  it('a failed attempt makes the delivery due at the time of its retry', async () => {
    const { webhook, delivery } = await stored();
    const [claimed] = await claim(delivery.id);
    const attempt = { at: START, error: 'timeout: …', durationMs: 15_000 };
    await stores.outcomes.record([
      { claimed: claimed!, attempt: attempt, decision: { status: 'pending', nextAttemptAt: later(10_000) } },
    ]);
    expect(await stores.deliveries.due(webhook.id, 10, later(9999))).toEqual([]);
    expect(await stores.deliveries.due(webhook.id, 10, later(10_000))).toHaveLength(1);
  });

  it('a failed attempt leaves a delivery discarded that was discarded in the meantime, unless it was the last attempt', async () => {
    const { webhook, delivery } = await stored();
    const [claimed] = await claim(delivery.id);
    expect(await stores.deliveries.discardPending(webhook.id, webhook)).toBe(1);
    const failed = { at: START, statusCode: 500 };
    await stores.outcomes.record([
      { claimed: claimed!, attempt: failed, decision: { status: 'pending', nextAttemptAt: later(1) } },
    ]);
    const discarded = await stores.deliveries.get(webhook.id, delivery.id);
    expect(discarded).toMatchObject({ status: 'discarded', attempts: [failed] });
    expect(discarded.nextAttemptAt).toBeUndefined();
    const gone = { status: 'failed', receiverGone: true } as const;
    for (const decision of [gone, { status: 'succeeded' } as const]) {
      await stores.outcomes.record([{ claimed: claimed!, attempt: failed, decision }]);
      expect(await stores.deliveries.get(webhook.id, delivery.id)).toMatchObject({ status: decision.status });
    }
  });

  it('a delivery whose process crashed during the ninth attempt has failed', async () => {
    const { webhook, delivery } = await stored();
    for (let n = 0; n < 9; n += 1) expect(await claim(delivery.id, later(n * LEASE_MS))).toHaveLength(1);
    const now = later(9 * LEASE_MS);
    expect(await claim(delivery.id, now)).toEqual([]);
    expect(await stores.deliveries.due(webhook.id, 10, now)).toEqual([]);
    await stores.deliveries.failExhausted(now);
    const ended = await stores.deliveries.get(webhook.id, delivery.id);
    expect(ended.status).toBe('failed');
    expect(ended.attempts).toHaveLength(9);
  });
});

describe('several outcomes written together', () => {
  it('outcomes written together are each stored as if alone, even if one of the deliveries was discarded in the meantime', async () => {
    const webhook = webhookOf();
    const events = Array.from({ length: 3 }, () => eventOf(webhook.accountId));
    const made = events.map((event) => deliveryOf(webhook, event));
    await stores.insertDeliveries(made);
    const ids = made.map(({ id }) => id);
    const claimed = await stores.deliveries.claim(ids, { owner: newId(), leaseMs: LEASE_MS, now: START });
    await stores.deliveries.discard([ids[1]!]);
    const attempt = { at: START, statusCode: 500 };
    await stores.outcomes.record(
      claimed.map((one, n) => ({
        claimed: one,
        attempt,
        decision: n === 0 ? { status: 'succeeded' } : { status: 'pending', nextAttemptAt: later(50) },
      })),
    );
    const { data } = await stores.deliveries.list(webhook.id, all);
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'discarded', 'pending']);
    expect(data.every(({ attempts }) => attempts[0]?.statusCode === 500)).toBe(true);
  });
});

describe('what is held', () => {
  it('a held delivery is not due until it is released, and then has all its retries', async () => {
    const { webhook, delivery } = await stored();
    await claim(delivery.id);
    expect(await stores.deliveries.hold(webhook.id)).toBe(1);
    expect(await stores.deliveries.due(webhook.id, 10, later(60_000))).toEqual([]);
    expect(await stores.deliveries.nextHeldWebhook(webhook.id.slice(0, -1))).toBe(webhook.id);
    await stores.deliveries.release(webhook, later(5));
    expect(await stores.deliveries.due(webhook.id, 10, later(5))).toHaveLength(1);
    expect(await stores.deliveries.get(webhook.id, delivery.id)).toMatchObject({
      attemptCount: 1,
      attemptsLeft: 9,
    });
  });
});

describe('a delivery that is sent once more', () => {
  it('a resent delivery begins a new plan and keeps its attempts', async () => {
    const { webhook, delivery } = await stored();
    const [claimed] = await claim(delivery.id);
    const attempt = { at: START, statusCode: 200 };
    await stores.outcomes.record([{ claimed: claimed!, attempt, decision: { status: 'succeeded' } }]);
    const at = { webhook, id: delivery.id, now: later(7) };
    expect(await stores.deliveries.requeue(at, 'pending')).toMatchObject({
      status: 'pending',
      nextAttemptAt: later(7),
      attemptsLeft: 9,
      attempts: [attempt],
      sequence: 1,
    });
  });

  it('a resent delivery is not changed by a late failure of its former plan', async () => {
    const { webhook, delivery } = await stored();
    const [claimed] = await claim(delivery.id);
    await stores.deliveries.discardPending(webhook.id, webhook);
    await stores.deliveries.requeue({ webhook, id: delivery.id, now: later(7) }, 'pending');
    const attempt = { at: START, statusCode: 500 };
    const late = { status: 'pending', nextAttemptAt: later(10_000) } as const;
    for (const decision of [late, { status: 'failed', receiverGone: false } as const]) {
      await stores.outcomes.record([{ claimed: claimed!, attempt, decision }]);
      expect(await stores.deliveries.get(webhook.id, delivery.id)).toMatchObject({
        status: 'pending',
        nextAttemptAt: later(7),
        attempts: [attempt],
      });
    }
  });

  it('a resent delivery is not ended by a 410 of its former plan when its webhook was resumed, and paused, since', async () => {
    const { webhook, delivery } = await stored();
    const [claimed] = await claim(delivery.id);
    await stores.deliveries.discardPending(webhook.id, webhook);
    const resumed = { ...webhook, era: 1 };
    await stores.deliveries.requeue({ webhook: resumed, id: delivery.id, now: later(7) }, 'held');
    const attempt = { at: START, statusCode: 410 };
    const gone = { status: 'failed', receiverGone: true } as const;
    await stores.outcomes.record([{ claimed: claimed!, attempt, decision: gone }]);
    const kept = await stores.deliveries.get(webhook.id, delivery.id);
    expect(kept).toMatchObject({ status: 'held', attempts: [attempt] });
  });

  it('a pending delivery is not changed by a resend', async () => {
    const { webhook, delivery } = await stored();
    await claim(delivery.id);
    const at = { webhook, id: delivery.id, now: later(7) };
    expect(await stores.deliveries.requeue(at, 'pending')).toMatchObject({ nextAttemptAt: later(LEASE_MS) });
  });
});

describe('the log of a webhook', () => {
  it('the deliveries of a webhook can be filtered by status, event and time', async () => {
    const webhook = webhookOf();
    const now = Date.now();
    const made = [-3, -2, -1].map((hours, n) => {
      const createdAt = new Date(now + hours * 3_600_000);
      const event = eventOf(webhook.accountId, n === 1 ? 'publication.failed' : 'publication.succeeded');
      return { ...deliveryOf(webhook, event), id: createIdSource(() => createdAt.getTime())(), createdAt };
    });
    await stores.insertDeliveries(made);
    await stores.deliveries.discard([made[0]!.id]);
    const found = async (query: object) =>
      (await stores.deliveries.list(webhook.id, { ...all, ...query })).data.map(({ id }) =>
        made.findIndex((one) => one.id === id),
      );
    expect(await found({})).toEqual([0, 1, 2]);
    expect(await found({ order: 'desc' })).toEqual([2, 1, 0]);
    expect(await found({ status: 'discarded' })).toEqual([0]);
    expect(await found({ eventName: 'publication.failed' })).toEqual([1]);
    const middle = made[1]!.createdAt;
    expect(await found({ since: middle.toISOString() })).toEqual([1, 2]);
    expect(await found({ until: middle.toISOString() })).toEqual([0]);
    const justAfter = new Date(middle.getTime() + 1).toISOString();
    expect(await found({ since: justAfter })).toEqual([2]);
    expect(await found({ until: justAfter, status: 'pending' })).toEqual([1]);
  });
});

describe('what is due', () => {
  it('due deliveries are found webhook by webhook', async () => {
    const found = [(await stored()).webhook.id, (await stored()).webhook.id];
    const first = await stores.deliveries.nextDueWebhook(found[0]!.slice(0, -1), START);
    expect(found).toContain(first?.id);
    expect(first?.since).toEqual(START);
    expect(await stores.deliveries.nextDueWebhook(found[1]!, START)).toBeUndefined();
    expect(await stores.deliveries.nextDueWebhook('', later(-1))).toBeUndefined();
  });

  it('due deliveries are found without a collection scan', async ({ skip }) => {
    const { explains } = await stores.database.db.command({ explain: { find: 'deliveries' } }).then(
      () => ({ explains: true }),
      () => ({ explains: false }),
    );
    skip(!explains, 'this server does not explain');
    const plan = await stores.database.db
      .collection('deliveries')
      .find({ webhookId: { $gt: '' }, status: 'pending', nextAttemptAt: { $lte: START } })
      .sort({ webhookId: 1, nextAttemptAt: 1 })
      .explain();
    expect(JSON.stringify(plan)).toContain('due-of-webhook');
  });
});

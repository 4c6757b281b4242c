import { newId } from '@estate/persistence';
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
  await stores.deliveries.insertOnce([delivery]);
  return { webhook, delivery };
}

const all = { limit: 100, order: 'asc' } as const;

describe('the deliveries of an event', () => {
  it('exist once for each webhook, also when one of them was there before', async () => {
    const webhooks = [webhookOf(), webhookOf()];
    const event = eventOf(newId());
    const [first, second] = webhooks.map((webhook) => deliveryOf(webhook, event));
    await stores.deliveries.insertOnce([first!]);
    await stores.deliveries.insertOnce(webhooks.map((webhook) => deliveryOf(webhook, event)));
    await stores.deliveries.insertOnce([first!, second!]);
    for (const { id } of webhooks) expect((await stores.deliveries.list(id, all)).data).toHaveLength(1);
    expect((await stores.deliveries.list(webhooks[0]!.id, all)).data[0]?.id).toBe(first!.id);
  });
});

describe('a claim', () => {
  it('counts the attempt before it is made, with an unknown outcome', async () => {
    const { webhook, delivery } = await stored();
    await claim(delivery.id);
    expect(await stores.deliveries.get(webhook.id, delivery.id)).toMatchObject({
      status: 'pending',
      attemptCount: 1,
      attempts: [{ at: START }],
      nextAttemptAt: later(LEASE_MS),
    });
  });

  it('succeeds for one of many who try at once', async () => {
    const { delivery } = await stored();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(delivery.id)));
    expect(claims.flat()).toHaveLength(1);
  });

  it('ends with its lease, and what its holder writes after that changes nothing', async () => {
    const { webhook, delivery } = await stored();
    const [lost] = await claim(delivery.id);
    expect(await claim(delivery.id, later(LEASE_MS - 1))).toEqual([]);
    const [taken] = await claim(delivery.id, later(LEASE_MS));
    await stores.deliveries.record(
      lost!,
      { at: START, statusCode: 500 },
      { status: 'failed', receiverGone: false },
    );
    const attempt = { at: later(LEASE_MS), statusCode: 200 };
    await stores.deliveries.record(taken!, attempt, { status: 'succeeded' });
    const ended = await stores.deliveries.get(webhook.id, delivery.id);
    expect(ended).toMatchObject({ status: 'succeeded', attempts: [{ at: START }, attempt] });
    expect(ended.nextAttemptAt).toBeUndefined();
  });
});

describe('a failed attempt', () => {
  it('makes the delivery due at the time of its repeat', async () => {
    const { webhook, delivery } = await stored();
    const [claimed] = await claim(delivery.id);
    const attempt = { at: START, error: 'timeout: …', durationMs: 15_000 };
    await stores.deliveries.record(claimed!, attempt, { status: 'pending', nextAttemptAt: later(10_000) });
    expect(await stores.deliveries.due(webhook.id, 10, later(9999))).toEqual([]);
    expect(await stores.deliveries.due(webhook.id, 10, later(10_000))).toHaveLength(1);
  });

  it('leaves a delivery discarded that was discarded meanwhile; only an arrival overrules that', async () => {
    const { webhook, delivery } = await stored();
    const [claimed] = await claim(delivery.id);
    expect(await stores.deliveries.discardPending(webhook.id)).toBe(1);
    const failed = { at: START, statusCode: 500 };
    await stores.deliveries.record(claimed!, failed, { status: 'pending', nextAttemptAt: later(1) });
    const discarded = await stores.deliveries.get(webhook.id, delivery.id);
    expect(discarded).toMatchObject({ status: 'discarded', attempts: [failed] });
    expect(discarded.nextAttemptAt).toBeUndefined();
    await stores.deliveries.record(claimed!, { at: START, statusCode: 200 }, { status: 'succeeded' });
    expect(await stores.deliveries.get(webhook.id, delivery.id)).toMatchObject({ status: 'succeeded' });
  });

  it('is the end when it was the ninth and nobody lived to write that down', async () => {
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

describe('what is due', () => {
  it('is found webhook by webhook', async () => {
    const found = [(await stored()).webhook.id, (await stored()).webhook.id];
    const first = await stores.deliveries.nextDueWebhook(found[0]!.slice(0, -1), START);
    expect(found).toContain(first);
    expect(await stores.deliveries.nextDueWebhook(found[1]!, START)).toBeUndefined();
    expect(await stores.deliveries.nextDueWebhook('', later(-1))).toBeUndefined();
    expect((await stores.deliveries.oldestDue(START))?.getTime()).toBeLessThanOrEqual(START.getTime());
  });

  it('needs no scan', async ({ skip }) => {
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

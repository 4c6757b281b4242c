import { createMetrics } from '@estate/observability';
import { Auditor, newId, reseal } from '@estate/persistence';
import { createVault, parseVaultKeys } from '@estate/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILING_MS_MAX, liveKeys } from '../domain/webhook.ts';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import { deliveryOf, eventOf, log, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { notifierInvariants } from './invariants.ts';

const DAY_MS = 86_400_000;
const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
let stores: TestStores;
let auditor: Auditor;
beforeAll(async () => {
  stores = await openTestStores();
  const invariants = notifierInvariants(stores.database.db);
  const metrics = createMetrics('test');
  auditor = new Auditor({ invariants, metrics, log, clock: () => now, everyMs: 60_000 });
});
afterAll(() => stores.close());

const broken = async () =>
  (await auditor.violations()).map(({ promise, count, ids }) => ({ promise, count, ids }));

async function plantDelivery(webhook = webhookOf()): Promise<{ id: string; remove: () => Promise<unknown> }> {
  const event = eventOf(webhook.accountId);
  const delivery = deliveryOf(webhook, event);
  await stores.webhooks.insert(webhook);
  await stores.insertDeliveries([delivery]);
  const docs = stores.database.db.collection<{ _id: string }>('deliveries');
  await docs.updateOne({ _id: delivery.id }, { $set: { nextAttemptAt: daysAgo(1) } });
  const remove = () => docs.deleteOne({ _id: delivery.id });
  return { id: delivery.id, remove };
}

describe('the auditor of the notifier', () => {
  it('the auditor of the notifier finds nothing in healthy data, which includes a queue for a failing receiver', async () => {
    const { remove } = await plantDelivery(webhookOf({ failingSince: daysAgo(1), lastFailureAt: now }));
    expect(await broken()).toEqual([]);
    await remove();
  });

  it('the auditor of the notifier counts overdue deliveries to working receivers', async () => {
    const { id, remove } = await plantDelivery();
    expect(await broken()).toEqual([{ promise: 'deliveries-attempted-in-time', count: 1, ids: [id] }]);
    await remove();
    expect(await broken()).toEqual([]);
  });

  it('the auditor of the notifier finds an overdue delivery to a working receiver behind any number of deliveries to a failing one', async () => {
    const failing = webhookOf({ failingSince: daysAgo(1), lastFailureAt: now });
    const queue = await plantDelivery(failing);
    const docs = stores.database.db.collection<{ _id: string }>('deliveries');
    const { sequence: _unique, ...one } = (await docs.findOne({ _id: queue.id })) as DeliveryDoc;
    const more = Array.from({ length: 1000 }, () => ({ ...one, _id: newId(), eventId: newId() }));
    await docs.insertMany(more);
    const late = await plantDelivery();
    expect(await broken()).toEqual([{ promise: 'deliveries-attempted-in-time', count: 1, ids: [late.id] }]);
    await docs.deleteMany({});
  });

  it('the auditor of the notifier counts bulk resends that no worker processes', async () => {
    const docs = stores.database.db.collection<{ _id: string }>('resends');
    const running = { _id: newId(), status: 'running', createdAt: daysAgo(1) };
    const held = { until: new Date(now.getTime() + 60_000) };
    await docs.insertMany([running, { ...running, _id: newId(), lease: held }] as { _id: string }[]);
    expect(await broken()).toEqual([{ promise: 'resends-go-on', count: 1, ids: [running._id] }]);
    await docs.deleteMany({});
  });

  it('the auditor of the notifier counts webhooks without a signing key, and active webhooks that have failed for too long', async () => {
    const keyless = webhookOf({ signingKeys: [] });
    const since = new Date(now.getTime() - FAILING_MS_MAX - DAY_MS);
    const failing = webhookOf({ failingSince: since, lastFailureAt: daysAgo(1) });
    for (const webhook of [keyless, failing, { ...keyless, id: newId(), deletedAt: now }]) {
      await stores.webhooks.insert(webhook);
    }
    expect(await broken()).toEqual([
      { promise: 'webhooks-have-a-signing-key', count: 1, ids: [keyless.id] },
      { promise: 'failing-webhooks-are-disabled', count: 1, ids: [failing.id] },
    ]);
    const docs = stores.database.db.collection<{ _id: string }>('webhooks');
    await docs.deleteMany({ _id: { $in: [keyless.id, failing.id] } });
    expect(await broken()).toEqual([]);
  });
});

describe('sealing signing keys with a new key', () => {
  it('sealing signing keys with a new key includes former signing keys, so that the old key can be removed', async () => {
    const oldKey = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
    const newKey = `k2:${Buffer.alloc(32, 9).toString('base64')}`;
    const vaultOf = (keys: string) => createVault(parseVaultKeys(keys));
    await stores.database.db.collection('webhooks').deleteMany({});
    const id = newId();
    const seal = (text: string) => vaultOf(oldKey).seal(text, id);
    const former = { sealed: seal('former'), since: daysAgo(2), until: new Date(now.getTime() + DAY_MS) };
    await stores.webhooks.insert(
      webhookOf({ id, signingKeys: [{ sealed: seal('current'), since: daysAgo(1) }, former] }),
    );
    const both = vaultOf(`${newKey},${oldKey}`);
    expect(await reseal(stores.sealed, both)).toEqual({ examined: 1, resealed: 1, unreadable: [] });
    expect(await reseal(stores.sealed, both)).toEqual({ examined: 1, resealed: 0, unreadable: [] });
    const webhook = await stores.webhooks.find(id);
    const texts = webhook && liveKeys(webhook, now).map(({ sealed }) => vaultOf(newKey).open(sealed, id));
    expect(texts).toEqual(['current', 'former']);
  });
});

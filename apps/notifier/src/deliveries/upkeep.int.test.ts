import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredWebhook } from '../domain/webhook.ts';
import { deliveryOf, eventOf, log, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { upkeep } from './upkeep.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});

const statuses = async ({ id }: StoredWebhook) =>
  (await stores.deliveries.list(id, { limit: 100, order: 'asc' })).data.map(({ status }) => status);

async function stored(webhook: StoredWebhook): Promise<StoredWebhook> {
  await stores.webhooks.insert(webhook);
  await stores.insertDeliveries([deliveryOf(webhook, eventOf(webhook.accountId))]);
  return webhook;
}

/** One round of the upkeep. */
async function keepUp(): Promise<void> {
  const rounds: number[] = [];
  const notes = {
    exhausted: () => undefined,
    webhookDisabled: () => undefined,
    held: () => void rounds.push(1),
  };
  const endpoints = { held: 0, known: 0 };
  const worker = upkeep({ ...stores, clock: () => new Date(), log, notes, endpoints });
  worker.start();
  await eventually(() => rounds.length > 0);
  await worker.close();
}

describe('what is held', () => {
  it('a held delivery is sent when its webhook is active, stays while it is paused, and is discarded when it is disabled', async () => {
    const paused = await stored(webhookOf({ status: 'paused' }));
    const resumed = await stored(webhookOf());
    const disabled = await stored(webhookOf());
    for (const { id } of [resumed, disabled]) await stores.deliveries.hold(id);
    await stores.webhooks.disable(disabled, 'receiver_gone', new Date());
    await keepUp();
    expect(await Promise.all([resumed, paused, disabled].map(statuses))).toEqual([
      ['pending'],
      ['held'],
      ['discarded'],
    ]);
  });
});

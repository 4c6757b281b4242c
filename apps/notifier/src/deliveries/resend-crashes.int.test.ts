import type { Resend } from '@estate/contracts';
import { CRASHES_MAX, newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newResend } from '../domain/resend.ts';
import type { StoredResend } from '../domain/resend.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { meanwhile } from '../stores/meanwhile.fixture.ts';
import { deliveryOf, eventOf, log, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { resendWorker } from './resend-worker.ts';
import type { ResenderDeps } from './resend-worker.ts';

const PAGE = 200;
const LEASE_MS = 30_000;

let stores: TestStores;
let now: Date;
let abandoned: string[];
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());
beforeEach(async () => {
  now = new Date();
  abandoned = [];
  await stores.database.db.collection('resends').deleteMany({});
});

async function failedDeliveries(count: number): Promise<{ webhook: StoredWebhook; ids: string[] }> {
  const webhook = webhookOf();
  await stores.webhooks.insert(webhook);
  const deliveries = Array.from({ length: count }, () => {
    const { nextAttemptAt: _never, ...delivery } = deliveryOf(webhook, eventOf(webhook.accountId));
    return { ...delivery, status: 'failed' as const, createdAt: new Date(now.getTime() - 1) };
  });
  await stores.insertDeliveries(deliveries);
  return { webhook, ids: deliveries.map(({ id }) => id) };
}

async function ordered(webhook: StoredWebhook): Promise<StoredResend> {
  const about = { id: newId(), accountId: webhook.accountId, webhookId: webhook.id, now };
  const resend = newResend({ status: 'failed', fromSequence: 1 }, about);
  await stores.resends.insert(resend);
  return resend;
}

const claimed = async () => {
  const next = await stores.resends.claim({ owner: newId(), leaseMs: LEASE_MS, now });
  if (!next) throw new Error('no resend was due');
  return next;
};
/** Processes that claim the resend and end before they have ended or released it. */
async function crashed(times: number): Promise<void> {
  for (let crash = 0; crash < times; crash += 1) {
    await claimed();
    now = new Date(now.getTime() + LEASE_MS);
  }
}

const workerOn = (resends: ResenderDeps['resends']) =>
  resendWorker({
    ...stores,
    resends,
    clock: () => now,
    newId,
    log,
    dispatcher: { wake: () => undefined },
    notes: { resendAbandoned: ({ id }) => void abandoned.push(id) },
  });

/** A process works until the condition holds, and shuts down. */
async function working(until: () => Promise<unknown>, resends: ResenderDeps['resends'] = stores.resends) {
  const worker = workerOn(resends);
  worker.start();
  await eventually(until);
  await worker.close();
}
const find = async ({ id }: StoredResend) => (await stores.resends.find(id))!;
const has = (resend: StoredResend, status: Resend['status']) => async () =>
  (await find(resend)).status === status;
const statusesOf = async ({ id }: StoredWebhook) =>
  (await stores.deliveries.list(id, { limit: 100, order: 'asc' })).data.map(({ status }) => status);

describe('a bulk resend on which processes crash', () => {
  it(`a bulk resend on which ${CRASHES_MAX} processes crashed fails, queues nothing more, and lets the next one finish`, async () => {
    const { webhook } = await failedDeliveries(2);
    const resend = await ordered(webhook);
    const other = await failedDeliveries(1);
    await crashed(CRASHES_MAX);
    const next = await ordered(other.webhook);
    await working(has(next, 'finished'));
    expect(await find(resend)).toMatchObject({
      status: 'failed',
      queued: 0,
      finishedAt: now,
      failure: { failureCode: 'internal', failureMessage: expect.stringContaining(resend.id) as string },
    });
    expect(await statusesOf(webhook)).toEqual(['failed', 'failed']);
    expect(await statusesOf(other.webhook)).toEqual(['pending']);
    expect(abandoned).toEqual([resend.id]);
  });

  it(`a bulk resend on which ${CRASHES_MAX - 1} processes crashed is worked on`, async () => {
    const { webhook } = await failedDeliveries(2);
    const resend = await ordered(webhook);
    await crashed(CRASHES_MAX - 1);
    await working(has(resend, 'finished'));
    expect(await statusesOf(webhook)).toEqual(['pending', 'pending']);
    expect(abandoned).toEqual([]);
  });

  it('crashes are counted anew when a bulk resend has made progress', async () => {
    const { webhook } = await failedDeliveries(PAGE + 1);
    const resend = await ordered(webhook);
    await crashed(CRASHES_MAX - 1);
    const last = await claimed();
    await stores.resends.advance(last, { cursor: await firstPage(last) }, now);
    expect((await claimed()).crashes).toBe(1);
    now = new Date(now.getTime() + LEASE_MS);
    await working(has(resend, 'finished'));
  });

  it('a bulk resend that fails by an internal error has no crash and is retried after other resends', async () => {
    const { webhook } = await failedDeliveries(1);
    const resend = await ordered(webhook);
    let failures = 0;
    const broken = meanwhile(stores.resends, 'nextPage', () =>
      Promise.reject(new Error(`database error ${(failures += 1)}`)),
    );
    await working(() => Promise.resolve(failures > 0), broken);
    expect(await stores.resends.claim({ owner: newId(), leaseMs: LEASE_MS, now })).toBeUndefined();
    now = new Date(now.getTime() + LEASE_MS);
    expect(await claimed()).toMatchObject({ id: resend.id, crashes: 0 });
  });

  it('a bulk resend that a process releases when it shuts down has no crash and can be claimed at once', async () => {
    const { webhook } = await failedDeliveries(PAGE + 1);
    const resend = await ordered(webhook);
    let closing: Promise<void> | undefined;
    const worker = workerOn(
      meanwhile(stores.resends, 'advance', () => {
        closing ??= worker.close();
        return Promise.resolve();
      }),
    );
    worker.start();
    await eventually(() => closing !== undefined);
    await closing;
    expect(await claimed()).toMatchObject({ id: resend.id, status: 'running', examined: PAGE, crashes: 0 });
  });
});

const firstPage = async (resend: StoredResend) => (await stores.resends.nextPage(resend, PAGE)).at(-1)!;

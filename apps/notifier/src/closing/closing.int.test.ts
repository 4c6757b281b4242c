import type { OutputOf, announceClosing } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceClosingRoute } from '../routes/account-emails.ts';
import { routeDeps } from '../routes/routes.fixture.ts';
import { deliveryOf, eventOf, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';

const COLLECTIONS = ['webhooks', 'events', 'deliveries', 'resends', 'notices', 'property-types'];
let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

/** An account with something in every collection. */
async function furnished() {
  const { db } = stores.database;
  const webhook = webhookOf({ events: ['account.closed'] });
  const { accountId } = webhook;
  await stores.webhooks.insert(webhook);
  const events = Array.from({ length: 3 }, () => eventOf(accountId));
  await stores.events.insertOnce(events);
  await stores.insertDeliveries(events.map((event) => deliveryOf(webhook, event)));
  for (const name of ['resends', 'notices', 'property-types'])
    await db.collection<{ _id: string; accountId: string }>(name).insertOne({ _id: newId(), accountId });
  await stores.accountEmails.set(accountId, 'it@example.org', new Date());
  return { accountId, webhook };
}

const countOf = async (accountId: string) =>
  Promise.all(COLLECTIONS.map((name) => stores.database.db.collection(name).countDocuments({ accountId })));

describe('the closing of an account in the notifier', () => {
  it('an account is erased from every collection, and another one keeps everything', async () => {
    const [gone, kept] = [await furnished(), await furnished()];
    const account = { accountId: gone.accountId, closingId: newId(), requestedAt: new Date() };
    while (!(await stores.accountEraser.erase(account)));
    expect(await countOf(gone.accountId)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await stores.accountEmails.find(gone.accountId)).toBeUndefined();
    expect(await stores.accountEraser.erased(account.closingId)).toMatchObject({
      ...{ webhooks: 1, events: 3, deliveries: 3, others: 4 },
    });
    expect(await countOf(kept.accountId)).toEqual([1, 3, 3, 1, 1, 1]);
    expect(await stores.accountEmails.find(kept.accountId)).toBe('it@example.org');
  });

  it('deliveries whose events are gone are erased with their account, and counted', async () => {
    const { accountId, webhook } = await furnished();
    const [erased, lost] = [eventOf(accountId), eventOf(accountId)];
    await stores.events.insertOnce([erased, lost]);
    await stores.insertDeliveries([erased, lost].map((event) => deliveryOf(webhook, event)));
    await stores.erasedEvents.emptyDeliveries([erased.id]);
    await stores.erasedEvents.remove([erased.id, lost.id]);
    const account = { accountId, closingId: newId(), requestedAt: new Date() };
    while (!(await stores.accountEraser.erase(account)));
    expect(await countOf(accountId)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await stores.accountEraser.erased(account.closingId)).toMatchObject({ events: 3, deliveries: 5 });
  });

  it('the last event is delivered once, however often it is announced, and has ended only then', async () => {
    const { accountId } = await furnished();
    const closingId = newId();
    const sent: string[] = [];
    let answer: (reply: { statusCode: number }) => void = () => undefined;
    const answered = new Promise<{ statusCode: number }>((resolve) => (answer = resolve));
    const routes = routeDeps(stores, (async ({ eventId }: { eventId: string }) => {
      if (eventId !== closingId) return { statusCode: 200, durationMs: 1 };
      sent.push(eventId);
      return { ...(await answered), durationMs: 1 };
    }) as unknown as Parameters<typeof routeDeps>[1]);
    routes.start();
    const input = {
      ...{ closingId, requestedAt: '2026-11-01T08:00:00.000Z', at: '2026-11-01T09:00:00.000Z' },
      ...{ left: [], leftCount: 0 },
    };
    const announce = () =>
      routes.ask<OutputOf<typeof announceClosing>>(announceClosingRoute, input, { accountId });
    expect(await announce()).toEqual({ isSent: false });
    expect(await announce()).toEqual({ isSent: false });
    answer({ statusCode: 200 });
    await eventually(async () => expect(await announce()).toEqual({ isSent: true }));
    expect(
      await stores.database.db.collection('events').countDocuments({ eventName: 'account.closed' }),
    ).toBe(1);
    expect(sent).toHaveLength(1);
    await routes.stop();
  });
});

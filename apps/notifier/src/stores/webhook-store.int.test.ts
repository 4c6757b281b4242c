import { NotFound } from '@estate/errors';
import { createIdSource, newId } from '@estate/persistence';
import type { Filter } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredWebhook } from '../domain/webhook.ts';
import { EventStore } from './event-store.ts';
import { meanwhile } from './meanwhile.fixture.ts';
import { START, eventOf, later, openTestStores, webhookOf } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';
import { WebhookStore } from './webhook-store.ts';
import type { WebhookDoc } from './webhook-store.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});

const all = { limit: 100, order: 'asc' } as const;

describe('the webhooks of an account', () => {
  it('the webhooks of an account are found by account, whatever their state, unless they were deleted', async () => {
    const accountId = newId();
    const webhooks = [webhookOf({ accountId }), webhookOf({ accountId, status: 'disabled' }), webhookOf()];
    const deleted = webhookOf({ accountId });
    for (const webhook of [...webhooks, deleted]) await stores.webhooks.insert(webhook);
    await stores.webhooks.remove({ accountId, id: deleted.id, now: later(0) });
    const found = await stores.webhooks.ofAccounts([accountId]);
    expect(found.map(({ id }) => id).toSorted()).toEqual(webhooks.slice(0, 2).map(({ id }) => id));
    expect((await stores.webhooks.list(accountId, all)).data).toHaveLength(2);
  });

  it('the webhooks of an account are hidden from other accounts', async () => {
    const webhook = webhookOf();
    await stores.webhooks.insert(webhook);
    await expect(stores.webhooks.get(newId(), webhook.id)).rejects.toThrow(NotFound);
    const foreign = { accountId: newId(), id: webhook.id, now: later(0) };
    await expect(stores.webhooks.remove(foreign)).rejects.toThrow(NotFound);
  });

  it('a webhook is disabled only at the address that answered 410, and enabled by a replacement', async () => {
    const webhook = webhookOf();
    const { accountId, id } = webhook;
    await stores.webhooks.insert(webhook);
    const elsewhere = { ...webhook, url: 'https://example.org/before' };
    expect(await stores.webhooks.disable(elsewhere, 'receiver_gone', later(1))).toBeNull();
    expect(await stores.webhooks.disable(webhook, 'receiver_gone', later(1))).toMatchObject({ id });
    expect(await stores.webhooks.get(accountId, id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'receiver_gone',
    });
    const { url, events } = webhook;
    const replaced = await stores.webhooks.replace({ accountId, id, now: later(2) }, { url, events });
    expect(replaced).toMatchObject({ status: 'active', updatedAt: later(2) });
    expect(replaced.disabledReason).toBeUndefined();
  });
});

describe('a webhook that is replaced', () => {
  const before = 'https://example.org/before';
  const after = 'https://example.org/after';
  /** Replaces it through a store before whose nth write something else happens. */
  const replacedWhile = (webhook: StoredWebhook, nth: number, act: () => Promise<unknown>) => {
    let writes = 0;
    const { db } = stores.database;
    const docs = db.collection<WebhookDoc>('webhooks');
    const late = new WebhookStore(
      meanwhile(docs, 'findOneAndUpdate', async () => (writes += 1) === nth && act()),
      stores.relay,
    );
    const at = { accountId: webhook.accountId, id: webhook.id, now: later(2) };
    return late.replace(at, { url: after, events: webhook.events });
  };

  it.each([1, 2, 3])(
    'a replaced webhook is active even if its former address answers 410 before write %i',
    async (nth) => {
      const webhook = webhookOf({ url: before });
      await stores.webhooks.insert(webhook);
      const gone = () => stores.webhooks.disable(webhook, 'receiver_gone', later(1));
      expect(await replacedWhile(webhook, nth, gone)).toMatchObject({ status: 'active', url: after });
      await gone();
      const ended = await stores.webhooks.find(webhook.id);
      expect(ended).toMatchObject({ status: 'active', url: after });
      expect(ended?.disabledReason).toBeUndefined();
    },
  );

  it.each([1, 2, 3])('a replaced webhook is active even if it is resumed before write %i', async (nth) => {
    const webhook = webhookOf({ url: before, status: 'disabled', disabledReason: 'receiver_gone' });
    await stores.webhooks.insert(webhook);
    const { accountId, id } = webhook;
    const resume = () => stores.webhooks.resume({ accountId, id, now: later(1) });
    expect(await replacedWhile(webhook, nth, resume)).toMatchObject({ status: 'active', url: after });
  });
});

describe('the health of a webhook', () => {
  it('a disabled webhook keeps its reason when an attempt under way succeeds', async () => {
    const webhook = webhookOf({ failingSince: later(1), lastFailureAt: later(3) });
    await stores.webhooks.insert(webhook);
    await stores.webhooks.disable(webhook, 'failing', later(4));
    await stores.webhooks.noteHealth(webhook.id, 'recovered', later(5));
    const disabled = { status: 'disabled', disabledReason: 'failing' };
    expect(await stores.webhooks.find(webhook.id)).toMatchObject(disabled);
  });

  it('the failure of a webhook is stored once and cleared by the first success', async () => {
    const webhook = webhookOf();
    await stores.webhooks.insert(webhook);
    await stores.webhooks.noteHealth(webhook.id, 'failing', later(1));
    await stores.webhooks.noteHealth(webhook.id, 'failing', later(2));
    const halfADayLater = later(12 * 3_600_000 + 1);
    await stores.webhooks.noteHealth(webhook.id, 'still-failing', halfADayLater);
    const failing = { failingSince: later(1), lastFailureAt: halfADayLater };
    expect(await stores.webhooks.find(webhook.id)).toMatchObject(failing);
    const found = await stores.webhooks.failingSince(later(1));
    expect(found.map(({ id }) => id)).toContain(webhook.id);
    expect(await stores.webhooks.failingSince(later(0))).toEqual([]);
    await stores.webhooks.noteHealth(webhook.id, 'recovered', later(4));
    await stores.webhooks.noteHealth(webhook.id, 'still-failing', later(5));
    expect((await stores.webhooks.find(webhook.id))?.failingSince).toBeUndefined();
    expect((await stores.webhooks.find(webhook.id))?.lastFailureAt).toBeUndefined();
  });

  it('a webhook is disabled for failing only if it is still active and has been failing since', async () => {
    const failing = { failingSince: later(1), lastFailureAt: later(3) };
    const change = ({ accountId, id }: StoredWebhook) => ({ accountId, id, now: later(4) });
    const meanwhile: ((webhook: StoredWebhook) => Promise<unknown>)[] = [
      ({ id }) => stores.webhooks.noteHealth(id, 'recovered', later(4)),
      async ({ id }) => {
        await stores.webhooks.noteHealth(id, 'recovered', later(4));
        await stores.webhooks.noteHealth(id, 'failing', later(5));
      },
      (webhook) => stores.webhooks.resume(change(webhook)),
      (webhook) => stores.webhooks.pause(change(webhook)),
    ];
    for (const happens of meanwhile) {
      const seen = webhookOf(failing);
      await stores.webhooks.insert(seen);
      await happens(seen);
      expect(await stores.webhooks.disable(seen, 'failing', later(6))).toBeNull();
    }
    const still = webhookOf(failing);
    await stores.webhooks.insert(still);
    expect(await stores.webhooks.disable(still, 'failing', later(6))).toMatchObject({ status: 'disabled' });
  });

  it('a paused webhook stays paused when it is replaced, and is active when it is resumed', async () => {
    const webhook = webhookOf();
    const { accountId, id, url, events } = webhook;
    await stores.webhooks.insert(webhook);
    const at = { accountId, id, now: later(1) };
    expect(await stores.webhooks.pause(at)).toMatchObject({ status: 'paused' });
    expect(await stores.webhooks.pause(at)).toBeNull();
    expect(await stores.webhooks.replace(at, { url, events })).toMatchObject({ status: 'paused' });
    expect(await stores.webhooks.resume(at)).toMatchObject({ status: 'active' });
  });

  it('only one of two rotations of the same key succeeds', async () => {
    const webhook = webhookOf();
    await stores.webhooks.insert(webhook);
    const [before] = webhook.signingKeys;
    const at = { accountId: webhook.accountId, id: webhook.id, now: later(1) };
    const keys = (sealed: string) => [
      { sealed, since: later(1) },
      { ...before!, until: later(9) },
    ];
    const rotated = await Promise.all(
      ['one', 'two'].map((sealed) => stores.webhooks.replaceKeys(at, before!, keys(sealed))),
    );
    expect(rotated.filter(Boolean)).toHaveLength(1);
  });

  it('a webhook stores the highest number of its deliveries', async () => {
    const webhook = webhookOf();
    await stores.webhooks.insert(webhook);
    for (const number of [5, 9, 7]) await stores.webhooks.rememberSequences(new Map([[webhook.id, number]]));
    expect((await stores.webhooks.find(webhook.id))?.lastSequence).toBe(9);
  });
});

describe('the events of an account', () => {
  it('the events of an account are stored once, and listed in order and by name without names of a later version', async () => {
    const accountId = newId();
    const names = ['publication.succeeded', 'property.sold', 'publication.failed'];
    const idThen = createIdSource(() => START.getTime());
    const events = names.map((name) => ({ ...eventOf(accountId, name), id: idThen() }));
    await stores.events.insertOnce(events);
    await stores.events.insertOnce([...events, ...events]);
    await stores.events.insertOnce([{ ...eventOf(accountId), test: true }]);
    const listed = await stores.events.list(accountId, all);
    expect(listed.data.map(({ id }) => id)).toEqual([events[0]!.id, events[2]!.id]);
    const failed = await stores.events.list(accountId, { ...all, eventName: 'publication.failed' });
    expect(failed.data).toEqual([events[2]]);
    expect(await stores.events.list(newId(), all)).toEqual({ hasMore: false, data: [] });
    const between = async (since: Date, until: Date) =>
      (await stores.events.list(accountId, { ...all, since, until })).data.length;
    expect(await between(START, later(1))).toBe(2);
    expect(await between(later(-5), START)).toBe(0);
    expect(await between(later(1), later(2))).toBe(0);
  });
});

describe('the events of a time', () => {
  it('the events of a period are found without reading all events of the account', async ({ skip }) => {
    const { db } = stores.database;
    const explains = await db.command({ explain: { find: 'events' } }).then(
      () => true,
      () => false,
    );
    skip(!explains, 'this server does not explain');
    const accountId = newId();
    const events = Array.from({ length: 24 }, (_, hour) => {
      const eventTime = later(hour * 3_600_000);
      return { ...eventOf(accountId), eventTime, id: createIdSource(() => eventTime.getTime())() };
    });
    await stores.events.insertOnce(events);
    const asked: Filter<{ _id: string }>[] = [];
    const collection = db.collection<{ _id: string }>('events');
    const find = (filter: (typeof asked)[number]) => (asked.push(filter), collection.find(filter));
    const listening = new EventStore({ find } as unknown as typeof stores.docs.events);
    const times = { since: events[20]!.eventTime, until: events[22]!.eventTime };
    const { data } = await listening.list(accountId, { ...all, ...times });
    expect(data.map(({ id }) => id)).toEqual(events.slice(20, 22).map(({ id }) => id));
    const plan = await collection.find(asked[0]!).sort({ _id: 1 }).explain('executionStats');
    const { totalDocsExamined } = plan['executionStats'] as { totalDocsExamined: number };
    expect(totalDocsExamined).toBeLessThanOrEqual(3);
  });
});

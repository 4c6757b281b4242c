import { NotFound } from '@estate/errors';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventOf, later, openTestStores, webhookOf } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});

const all = { limit: 100, order: 'asc' } as const;

describe('the webhooks of an account', () => {
  it('are told about an event when they are enabled and want it', async () => {
    const accountId = newId();
    const wanting = webhookOf({ accountId, events: ['publication.failed', 'publication.succeeded'] });
    const others = [
      webhookOf({ accountId, events: ['publication.failed'] }),
      webhookOf({ accountId, status: 'disabled' }),
      webhookOf(),
    ];
    const deleted = webhookOf({ accountId });
    for (const webhook of [wanting, ...others, deleted]) await stores.webhooks.insert(webhook);
    await stores.webhooks.remove({ accountId, id: deleted.id, now: later(0) });
    expect(await stores.webhooks.subscribedTo(accountId, 'publication.succeeded')).toEqual([wanting.id]);
    expect((await stores.webhooks.list(accountId, all)).data).toHaveLength(3);
  });

  it('are hidden from other accounts', async () => {
    const webhook = webhookOf();
    await stores.webhooks.insert(webhook);
    await expect(stores.webhooks.get(newId(), webhook.id)).rejects.toThrow(NotFound);
    const foreign = { accountId: newId(), id: webhook.id, now: later(0) };
    await expect(stores.webhooks.remove(foreign)).rejects.toThrow(NotFound);
  });

  it('are disabled only at the address that said so, and enabled again by a replacement', async () => {
    const webhook = webhookOf();
    const { accountId, id } = webhook;
    await stores.webhooks.insert(webhook);
    const elsewhere = { id, url: 'https://example.org/before' };
    expect(await stores.webhooks.disable(elsewhere, 'receiver-gone', later(1))).toBe(false);
    expect(await stores.webhooks.disable(webhook, 'receiver-gone', later(1))).toBe(true);
    expect(await stores.webhooks.get(accountId, id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'receiver-gone',
    });
    const { url, events } = webhook;
    const replaced = await stores.webhooks.replace({ accountId, id, now: later(2) }, { url, events });
    expect(replaced).toMatchObject({ status: 'enabled', updatedAt: later(2) });
    expect(replaced.disabledReason).toBeUndefined();
  });
});

describe('the events of an account', () => {
  it('are kept once, listed in order and by name, without names of a later version', async () => {
    const accountId = newId();
    const names = ['publication.succeeded', 'property.sold', 'publication.failed'];
    const events = names.map((name) => eventOf(accountId, name));
    for (const event of [...events, ...events]) await stores.events.insertOnce(event);
    const listed = await stores.events.list(accountId, all);
    expect(listed.data.map(({ id }) => id)).toEqual([events[0]!.id, events[2]!.id]);
    const failed = await stores.events.list(accountId, { ...all, eventName: 'publication.failed' });
    expect(failed.data).toEqual([events[2]]);
    expect(await stores.events.list(newId(), all)).toEqual({ hasMore: false, data: [] });
  });
});

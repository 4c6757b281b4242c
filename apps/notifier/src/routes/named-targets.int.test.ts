import type { WebhookWithKey } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../deliveries/replica.fixture.ts';
import { openTestStores } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import {
  createWebhookRoute,
  deleteWebhookRoute,
  getWebhookRoute,
  listWebhooksNamingTargetRoute,
  listWebhooksRoute,
  updateWebhookRoute,
} from './webhooks.ts';
import { routeDeps } from './routes.fixture.ts';

let stores: TestStores;
let routes: ReturnType<typeof routeDeps>;
let accountId: string;
beforeAll(async () => {
  stores = await openTestStores();
  routes = routeDeps(stores, async () => ok);
});
afterAll(() => stores.close());
beforeEach(() => {
  accountId = newId();
});

const input = (...targetIds: string[]) => ({
  ...{ url: 'https://app.example.org/hooks', events: ['publication.failed'] },
  ...(targetIds.length > 0 && { filter: { targetIds } }),
});
const create = (...targetIds: string[]) =>
  routes.ask<WebhookWithKey>(createWebhookRoute, input(...targetIds), { accountId });
const replace = (id: string, ...targetIds: string[]) =>
  routes.ask<WebhookWithKey>(updateWebhookRoute, { id, ...input(...targetIds) }, { accountId });
const filterOf = async (id: string) =>
  (await routes.ask<WebhookWithKey>(getWebhookRoute, { id }, { accountId })).filter;
const naming = (targetId: string) => routes.ask(listWebhooksNamingTargetRoute, { targetId }, { accountId });

/** A target whose deletion begins after so many questions. */
const vanishing = (questions: number): string => {
  const targetId = newId();
  let asked = 0;
  const { has } = Set.prototype;
  routes.unknownTargets.has = (id) => {
    if (id !== targetId) return has.call(routes.unknownTargets, id);
    asked += 1;
    return asked > questions;
  };
  return targetId;
};

describe('a filter for targets', () => {
  it('a filter for a target that does not exist is refused, also in a change', async () => {
    const gone = newId();
    routes.unknownTargets.add(gone);
    const refusedAt = (path: string) => ({
      code: 'target-unknown',
      message: `${path}: there is no target with the id ${gone}.`,
      problems: [{ path }],
    });
    await expect(create(newId(), gone)).rejects.toMatchObject(refusedAt('filter.targetIds.1'));
    const [first, id] = [newId(), newId()];
    const webhook = await create(first);
    await expect(replace(webhook.id, first, id, gone)).rejects.toMatchObject(refusedAt('filter.targetIds.2'));
  });

  it('a webhook with a filter for a target that was deleted since can be changed otherwise', async () => {
    const targetId = newId();
    const { id } = await create(targetId);
    routes.unknownTargets.add(targetId);
    await expect(replace(id, targetId)).resolves.toMatchObject({ filter: { targetIds: [targetId] } });
  });

  it('a webhook is not created for a target whose deletion begins at the same time', async () => {
    await expect(create(vanishing(1))).rejects.toMatchObject({ code: 'target-unknown' });
    const { data } = await routes.ask<{ data: unknown[] }>(
      listWebhooksRoute,
      { limit: 10, order: 'asc' },
      { accountId },
    );
    expect(data).toEqual([]);
  });

  it('a webhook that is changed to a target whose deletion begins at the same time keeps its former filter', async () => {
    const before = newId();
    const { id } = await create(before);
    await expect(replace(id, vanishing(1))).rejects.toMatchObject({ code: 'target-unknown' });
    expect(await filterOf(id)).toEqual({ targetIds: [before] });
    const unfiltered = await create();
    await expect(replace(unfiltered.id, vanishing(1))).rejects.toMatchObject({ code: 'target-unknown' });
    expect(await filterOf(unfiltered.id)).toBeUndefined();
  });

  it('a webhook is listed for the targets of its filter, by its host if it has no name, until it is deleted', async () => {
    const targetId = newId();
    const { id } = await create(targetId);
    await create(newId());
    expect(await naming(targetId)).toEqual({ count: 1, data: [{ id, name: 'app.example.org' }] });
    await routes.ask(deleteWebhookRoute, { id }, { accountId });
    expect(await naming(targetId)).toEqual({ count: 0, data: [] });
  });
});

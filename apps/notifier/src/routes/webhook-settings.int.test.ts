import { randomBytes } from 'node:crypto';
import type { WebhookWithKey } from '@estate/contracts';
import { newId, reseal } from '@estate/persistence';
import { createVault } from '@estate/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../deliveries/replica.fixture.ts';
import { openTestStores } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { createWebhookRoute, getWebhookRoute, updateWebhookRoute } from './webhooks.ts';
import { routeDeps } from './routes.fixture.ts';

const keyOf = (id: string) => ({ id, key: randomBytes(32) });
const [first, second] = [keyOf('k1'), keyOf('k2')];
const accountId = newId();
const terms = { accountId };

let stores: TestStores;
let routes: ReturnType<typeof routeDeps>;
beforeAll(async () => {
  stores = await openTestStores();
  routes = routeDeps(stores, async () => ok);
  routes.deps.vault = createVault({ current: first });
});
afterAll(() => stores.close());

const plain = { url: 'http://127.0.0.1/hook', events: ['publication.failed'] };
const settings = {
  name: 'CRM',
  maxDeliveriesPerSecond: 20,
  retryScheduleSeconds: [30, 300],
  headers: { Authorization: 'Bearer 5f1c', 'X-Tenant': 'north' },
  filter: { targetIds: [newId()], propertyTypes: ['apartmentBuy'] },
};

const create = (input: object) => routes.ask<WebhookWithKey>(createWebhookRoute, input, terms);
const get = (id: string) => routes.ask<WebhookWithKey>(getWebhookRoute, { id }, terms);
const replace = (id: string, input: object) =>
  routes.ask<WebhookWithKey>(updateWebhookRoute, { id, ...input }, terms);

describe('the settings of a webhook', () => {
  it('the settings of a webhook are stored when it is created, and headers only sealed', async () => {
    const { id } = await create({ ...plain, ...settings });
    expect(await get(id)).toMatchObject({ ...plain, ...settings });
    const stored = JSON.stringify(await stores.webhooks.find(id));
    expect(stored).toContain('X-Tenant');
    expect(stored).not.toMatch(/5f1c|north/);
  });

  it('the settings of a webhook are replaced as a whole, and those that are left out are removed', async () => {
    const { id } = await create({ ...plain, ...settings });
    const replaced = await replace(id, { ...plain, name: 'ERP', headers: { 'X-Tenant': 'south' } });
    expect(replaced).toMatchObject({ name: 'ERP', headers: { 'X-Tenant': 'south' } });
    for (const name of ['maxDeliveriesPerSecond', 'retryScheduleSeconds', 'filter'])
      expect(replaced).not.toHaveProperty(name);
    expect(await replace(id, plain)).not.toHaveProperty('headers');
  });

  it('the headers of a webhook are sealed again with the next key of the vault', async () => {
    const { id } = await create({ ...plain, ...settings });
    const { deps } = routes;
    deps.vault = createVault({ current: second, previous: first });
    await reseal(stores.sealed, deps.vault);
    deps.vault = createVault({ current: second });
    expect((await get(id)).headers).toEqual(settings.headers);
  });
});

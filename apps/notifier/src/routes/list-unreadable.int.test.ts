import { listWebhooks } from '@estate/contracts';
import { memoryBus, serveAnswers } from '@estate/messaging';
import { createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { createVault, parseVaultKeys } from '@estate/vault';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { manifest } from '../manifest.ts';
import { log, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { listWebhooksRoute } from './webhooks.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

it('a list of webhooks marks one whose signing key was sealed with an unknown key, and shows the others', async () => {
  const vault = createVault(parseVaultKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`));
  const accountId = newId();
  const [first = '', lost = '', last = ''] = [newId(), newId(), newId()].toSorted();
  for (const id of [first, lost, last]) {
    const sealed = vault.seal('whsec_key', id);
    const signingKeys = [
      { sealed: id === lost ? sealed.replace('.k1.', '.k9.') : sealed, since: new Date() },
    ];
    await stores.webhooks.insert(webhookOf({ id, accountId, signingKeys }));
  }
  const { webhooks } = stores;
  const deps = { webhooks, vault, clock: () => new Date() } as never;
  const bus = memoryBus(manifest);
  await serveAnswers(bus.others, { name: 'notifier', log, metrics: createMetrics('test') }, [
    listWebhooksRoute(deps),
  ]);
  const page = await bus.others.ask(listWebhooks, { order: 'asc' }, { accountId, requestId: 'r-test' });
  expect(page.data.map(({ id }) => id)).toEqual([first, last]);
  expect(page.unreadable).toEqual([{ id: lost, unreadable: true }]);
});

import { getWebhook } from '@estate/contracts';
import type { Webhook } from '@estate/contracts';
import { etagOf } from '@estate/messaging';
import type { Answer, Preconditions } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { ok } from '../deliveries/replica.fixture.ts';
import { openTestStores } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { createWebhookRoute, deleteWebhookRoute, updateWebhookRoute } from './webhooks.ts';
import { routeDeps } from './routes.fixture.ts';

let stores: TestStores;
let deps: Deps;
beforeAll(async () => {
  stores = await openTestStores();
  ({ deps } = routeDeps(stores, async () => ok));
});
afterAll(() => stores.close());

const accountId = newId();
const ask = (to: (of: Deps) => Answer, input: unknown, terms: Preconditions = {}) =>
  to(deps).handle(input, { accountId, requestId: 'req-test-0001', ...terms }) as Promise<Webhook>;
const etag = (webhook: Webhook) => etagOf(JSON.stringify(getWebhook.output.parse(webhook)));
const input = (path: string) => ({ url: `http://127.0.0.1/${path}`, events: ['publication.failed'] });

describe('a webhook', () => {
  it('a webhook is changed by only one of many concurrent writers with the same If-Match', async () => {
    const made = await ask(createWebhookRoute, input('first'));
    const ifMatch = etag(made);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        ask(updateWebhookRoute, { id: made.id, ...input(String(index)) }, { ifMatch }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lost = results.find(({ status }) => status === 'rejected');
    expect(lost).toMatchObject({ reason: { code: 'precondition-failed' } });
    await expect(ask(deleteWebhookRoute, { id: made.id }, { ifMatch })).rejects.toMatchObject({
      code: 'precondition-failed',
    });
  });

  it('a webhook requested several times with one reserved id is created once, with one signing key', async () => {
    const reservedId = newId();
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask(createWebhookRoute, input('once'), { reservedId })),
    );
    expect(answers[0]).toMatchObject({ id: reservedId });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

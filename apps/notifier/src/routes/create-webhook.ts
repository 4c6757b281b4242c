import { createWebhook } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import { newSigningKey } from '@estate/vault';
import type { Deps } from '../deps.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { requireAllowedUrl } from '../channels/allowed-url.ts';
import { webhookWithKey } from '../webhooks/webhook-with-key.ts';

export const createWebhookRoute = (deps: Deps) =>
  answer(createWebhook, async ({ url, events }, { accountId, reservedId }) => {
    const webhook = await createOnce(reservedId, {
      newId: deps.newId,
      find: (id) => deps.webhooks.find(id),
      create: async (id) => {
        await requireAllowedUrl(url, deps.policy);
        const made = newWebhook({ id, accountId, url, events }, deps);
        await deps.webhooks.insert(made);
        return made;
      },
    });
    return webhookWithKey(webhook, deps);
  });

function newWebhook(
  given: Pick<StoredWebhook, 'id' | 'accountId' | 'url' | 'events'>,
  { clock, vault }: Deps,
): StoredWebhook {
  const now = clock();
  const signingKeys = [{ sealed: vault.seal(newSigningKey(), given.id), since: now }];
  return { ...given, signingKeys, status: 'active', createdAt: now, updatedAt: now };
}

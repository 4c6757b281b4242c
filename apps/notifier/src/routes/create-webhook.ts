import { createWebhook, listUnknownTargets } from '@estate/contracts';
import type { WebhookInput } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import { nameTargets } from '@estate/runtime';
import { newSigningKey } from '@estate/vault';
import type { Deps } from '../deps.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { requireAllowedUrl } from '../channels/allowed-url.ts';
import { storedSettings } from '../webhooks/stored-settings.ts';
import { webhookWithKey } from '../webhooks/webhook-with-key.ts';

export const createWebhookRoute = (deps: Deps) =>
  answer(createWebhook, async (input, caller) => {
    const { accountId } = caller;
    const webhook = await createOnce(caller, {
      newId: deps.newId,
      find: (id) => deps.webhooks.find(id),
      create: async (id) => {
        await requireAllowedUrl(input.url, deps.policy);
        const made = newWebhook(input, { id, accountId }, deps);
        return nameTargets(listUnknownTargets, deps.bus, {
          ...{ caller, targetIds: input.filter?.targetIds ?? [] },
          write: () => deps.webhooks.insert(made).then(() => made),
          undo: () => deps.webhookTargets.discard(id),
        });
      },
    });
    return webhookWithKey(webhook, deps);
  });

function newWebhook(
  input: WebhookInput,
  of: Pick<StoredWebhook, 'id' | 'accountId'>,
  { clock, vault }: Deps,
): StoredWebhook {
  const now = clock();
  const signingKeys = [{ sealed: vault.seal(newSigningKey(), of.id), since: now }];
  const settings = storedSettings(input, of.id, vault);
  return { ...of, ...settings, signingKeys, status: 'active', createdAt: now, updatedAt: now };
}

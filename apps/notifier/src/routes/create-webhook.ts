import { createWebhook } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Answer } from '@estate/messaging';
import { newSigningKey } from '@estate/vault';
import type { Deps } from '../deps.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { requireAllowedUrl } from './allowed-url.ts';
import { shown } from './shown.ts';

export const createWebhookRoute = (deps: Deps): Answer =>
  answer(createWebhook, async ({ url, events }, { accountId }) => {
    await requireAllowedUrl(url, deps.policy);
    const id = deps.newId();
    const now = deps.clock();
    const webhook: StoredWebhook = {
      id,
      accountId,
      url,
      events,
      signingKeys: [{ sealed: deps.vault.seal(newSigningKey(), id), since: now }],
      status: 'enabled',
      createdAt: now,
      updatedAt: now,
    };
    await deps.webhooks.insert(webhook);
    return shown(webhook, deps);
  });

import { listUnknownTargets, updateWebhook } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import { nameTargets } from '@estate/runtime';
import type { Deps } from '../deps.ts';
import { requireAllowedUrl } from '../channels/allowed-url.ts';
import { storedSettings } from '../webhooks/stored-settings.ts';
import { webhookWithKey } from '../webhooks/webhook-with-key.ts';

/** Replaces address, subscriptions and settings, and enables a disabled webhook. */
export const updateWebhookRoute = (deps: Deps) =>
  answer(updateWebhook, async ({ id, ...input }, asker) => {
    const { accountId } = asker;
    const replaced = await changeIfMatch(asker, {
      shownBy: updateWebhook,
      read: () => deps.webhooks.get(accountId, id),
      show: (webhook) => webhookWithKey(webhook, deps),
      write: async (seen, only) => {
        await requireAllowedUrl(input.url, deps.policy);
        const at = { accountId, id, now: deps.clock(), ...(only && { seen }) };
        return nameTargets(listUnknownTargets, deps.bus, {
          caller: asker,
          targetIds: input.filter?.targetIds ?? [],
          before: seen.filter?.targetIds ?? [],
          write: () => deps.webhooks.replace(at, storedSettings(input, id, deps.vault)),
          undo: (changed) => deps.webhookTargets.filterAgain(changed, seen.filter),
        });
      },
    });
    const webhook = found(replaced, 'webhook', id);
    deps.dispatcher.startAfresh(id);
    return webhookWithKey(webhook, deps);
  });

import { updateWebhook } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { requireAllowedUrl } from './allowed-url.ts';
import { shown } from './shown.ts';

/** Replaces address and subscriptions; a webhook that was disabled works again. */
export const updateWebhookRoute = (deps: Deps): Answer =>
  answer(updateWebhook, async ({ id, ...input }, { accountId }) => {
    await deps.webhooks.get(accountId, id);
    await requireAllowedUrl(input.url, deps.policy);
    return shown(await deps.webhooks.replace({ accountId, id, now: deps.clock() }, input), deps);
  });

import { rotateWebhookKey } from '@estate/contracts';
import { Conflict, InvalidInput } from '@estate/errors';
import { answer } from '@estate/messaging';
import { newSigningKey } from '@estate/vault';
import type { Deps } from '../deps.ts';
import { liveKeys, rotatedKeys } from '../domain/webhook.ts';
import { webhookWithKey } from '../webhooks/webhook-with-key.ts';

/** The former key also signs for a day, so that no delivery is refused while the receiver changes its key. */
export const rotateWebhookKeyRoute = (deps: Deps) =>
  answer(rotateWebhookKey, async ({ id }, { accountId }) => {
    const now = deps.clock();
    const webhook = await deps.webhooks.get(accountId, id);
    const [current] = liveKeys(webhook, now);
    const keys = rotatedKeys(webhook, deps.vault.seal(newSigningKey(), id), now);
    if (!keys || !current) {
      throw new InvalidInput('Too many former keys are still valid. Wait until one of them expires.', {
        code: 'too-many-signing-keys',
      });
    }
    const rotated = await deps.webhooks.replaceKeys({ accountId, id, now }, current, keys);
    if (rotated) return webhookWithKey(rotated, deps);
    throw new Conflict('Another request rotated the key at the same time.', {
      code: 'webhook-changed',
    });
  });

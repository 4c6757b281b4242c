import { InvalidInput } from '@estate/errors';
import type { Deps } from '../deps.ts';
import type { StoredWebhook } from '../domain/webhook.ts';

/** The webhook, unless it is disabled. @throws NotFound, InvalidInput */
export async function resendableWebhook(
  { webhooks }: Pick<Deps, 'webhooks'>,
  at: { accountId: string; id: string },
): Promise<StoredWebhook> {
  const webhook = await webhooks.get(at.accountId, at.id);
  if (webhook.status !== 'disabled') return webhook;
  throw new InvalidInput('The webhook is disabled. Resume it first.', { code: 'webhook-disabled' });
}

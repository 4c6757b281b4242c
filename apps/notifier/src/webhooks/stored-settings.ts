import type { WebhookInput } from '@estate/contracts';
import type { Vault } from '@estate/vault';
import type { StoredSettings } from '../domain/webhook.ts';

/** Seals the values of the headers for the webhook; what is left out stays so. */
export function storedSettings(
  { headers, ...input }: WebhookInput,
  webhookId: string,
  vault: Pick<Vault, 'seal'>,
): StoredSettings {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const sealed = Object.entries(headers ?? {}).map(([name, value]) => ({
    name,
    sealed: vault.seal(value, webhookId),
  }));
  return {
    ...(Object.fromEntries<unknown>(given) as Omit<StoredSettings, 'headers'>),
    ...(sealed.length > 0 && { headers: sealed }),
  };
}

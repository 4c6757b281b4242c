import type { EventName, Webhook } from '@estate/contracts';

/** A key that signs deliveries, sealed for the webhook; without `until` it is the current one. */
export interface SigningKey {
  sealed: string;
  since: Date;
  until?: Date;
}

/** Why a webhook was disabled by itself: its receiver answered 410. */
export type DisabledReason = 'receiver-gone';

/** A webhook as the notifier keeps it; a deleted one stays for a while so that its deliveries end as discarded. */
export interface StoredWebhook {
  id: string;
  accountId: string;
  url: string;
  events: EventName[];
  signingKeys: SigningKey[];
  status: 'enabled' | 'disabled';
  disabledReason?: DisabledReason;
  createdAt: Date;
  updatedAt: Date;
  deletedAt?: Date;
}

export const isDeliverable = (webhook: StoredWebhook): boolean =>
  webhook.status === 'enabled' && webhook.deletedAt === undefined;

/** The keys that sign at a moment, the current one first. */
export function liveKeys({ signingKeys }: StoredWebhook, now: Date): SigningKey[] {
  const live = signingKeys.filter(({ until }) => until === undefined || until.getTime() > now.getTime());
  return live.toSorted((a, b) => b.since.getTime() - a.since.getTime());
}

/** The resource; `open` gives the text of a sealed signing key. */
export function toWebhook(webhook: StoredWebhook, open: (sealed: string) => string): Webhook {
  const current = webhook.signingKeys.find(({ until }) => until === undefined);
  if (!current) throw new Error(`webhook ${webhook.id} has no current signing key`);
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    signingKey: open(current.sealed),
    status: webhook.status,
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
  };
}

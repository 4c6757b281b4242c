import { before, forgottenInTime, matching, scanning } from '@estate/persistence';
import type { Invariant, Collection, Db, Filter } from '@estate/persistence';
import { isDeliverable, isFailingTooLong } from '../domain/webhook.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import type { ResendDoc } from '../stores/resend-store.ts';
import type { WebhookDoc } from '../stores/webhook-store.ts';

const MINUTE_MS = 60_000;
const DELIVERED_WITHIN_MS = 60 * MINUTE_MS;
const RESEND_TAKEN_WITHIN_MS = 15 * MINUTE_MS;
const DISABLED_WITHIN_MS = 15 * MINUTE_MS;
const OVERDUE_MAX = 1000;

/** What must hold for everything the notifier stores. */
export function notifierInvariants(db: Db): Invariant[] {
  const webhooks = db.collection<WebhookDoc>('webhooks');
  const deliveries = db.collection<DeliveryDoc>('deliveries');
  const resends = db.collection<ResendDoc>('resends');
  return [
    {
      name: 'deliveries-attempted-in-time',
      advice:
        'Deliveries to healthy receivers wait. Check whether the notifier runs and what it logs, and add replicas.',
      broken: (now) => overdue(deliveries, webhooks, before(now, DELIVERED_WITHIN_MS)),
    },
    {
      name: 'resends-go-on',
      advice:
        'No worker processes the bulk resends. Check whether the notifier runs and what it logs (resend).',
      broken: matching(resends, (now) => ({
        status: 'running' as const,
        createdAt: { $lt: before(now, RESEND_TAKEN_WITHIN_MS) },
        'lease.until': { $not: { $gt: before(now, RESEND_TAKEN_WITHIN_MS) } },
      })),
    },
    {
      name: 'webhooks-have-a-signing-key',
      advice:
        'The webhooks have no signing key. Their customers must rotate the key (POST /webhooks/{id}/rotate-key).',
      broken: scanning({
        collection: webhooks,
        fields: ['signingKeys', 'deletedAt'],
        broken: (docs) => docs.filter(hasNoKey).map(({ _id }) => _id),
      }),
    },
    {
      name: 'failing-webhooks-are-disabled',
      advice: 'The upkeep of the notifier fails. Check what it logs.',
      broken: scanning({
        collection: webhooks,
        fields: ['status', 'deletedAt', 'failingSince', 'lastFailureAt'],
        broken: (docs, now) =>
          docs
            .filter((doc) => isDeliverable({ ...doc, id: doc._id }))
            .filter((doc) => isFailingTooLong(doc, before(now, DISABLED_WITHIN_MS)))
            .map(({ _id }) => _id),
      }),
    },
    forgottenInTime(deliveries),
    forgottenInTime(db.collection<Omit<StoredEvent, 'id'> & { _id: string }>('events')),
    forgottenInTime(resends),
  ];
}

const hasNoKey = ({ signingKeys, deletedAt }: Pick<WebhookDoc, 'signingKeys' | 'deletedAt'>): boolean =>
  deletedAt === undefined && signingKeys.every(({ until }) => until !== undefined);

/** Deliveries to failing receivers may wait, those to others may not. Goes from webhook to webhook to see behind long queues. */
async function overdue(
  deliveries: Collection<DeliveryDoc>,
  webhooks: Collection<WebhookDoc>,
  dueBefore: Date,
): Promise<string[]> {
  const late = (of: Filter<DeliveryDoc>, limit: number) =>
    deliveries
      .find({ ...of, status: 'pending' as const, nextAttemptAt: { $lt: dueBefore } })
      .sort({ webhookId: 1, nextAttemptAt: 1 })
      .hint('due-of-webhook')
      .limit(limit)
      .project<Pick<DeliveryDoc, '_id' | 'webhookId'>>({ webhookId: 1 })
      .toArray();
  const isFailing = async (_id: string) =>
    (await webhooks.countDocuments({ _id, failingSince: { $exists: true } })) > 0;
  const found: string[] = [];
  for (let after = ''; found.length < OVERDUE_MAX;) {
    const [next] = await late({ webhookId: { $gt: after } }, 1);
    if (!next) break;
    const { webhookId } = next;
    const waits = (await isFailing(webhookId)) ? [] : await late({ webhookId }, OVERDUE_MAX - found.length);
    found.push(...waits.map(({ _id }) => _id));
    after = webhookId;
  }
  return found;
}

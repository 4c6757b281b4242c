import { before, beyondSchedule, walking } from '@estate/persistence';
import type { Collection, Filter, Invariant, WalkRule } from '@estate/persistence';
import { isDeliverable, isFailingTooLong } from '../domain/webhook.ts';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import type { DeliveryStore } from '../stores/delivery-store.ts';
import type { WebhookDoc } from '../stores/webhook-store.ts';

const DISABLED_WITHIN_MS = 15 * 60_000;
const DISCARDED_WITHIN_MS = 15 * 60_000;
/** Each is looked up in the queue of its deliveries. */
const LOOKED_UP_AT_ONCE = 200;

interface Audited {
  webhooks: Collection<WebhookDoc>;
  deliveries: Collection<DeliveryDoc>;
  store: Pick<DeliveryStore, 'discardPending'>;
}

/** Invariants of webhooks, alone and together with the queues of their deliveries. */
export const webhookWalk = ({ webhooks, deliveries, store }: Audited): Invariant[] => [
  ...walking<WebhookDoc>({
    collection: webhooks,
    fields: ['signingKeys', 'status', 'deletedAt', 'failingSince', 'lastFailureAt'],
    rules: [hasAKey, isDisabled],
  }),
  ...walking<WebhookDoc>({
    name: 'webhooks-queues',
    collection: webhooks,
    fields: ['deletedAt'],
    portion: LOOKED_UP_AT_ONCE,
    rules: [
      queueRule(deliveries, {
        name: 'deliveries-due-within-schedule',
        meaning: 'Customers do not receive events until that time.',
        advice:
          'Deliveries of these webhooks are due later than any schedule allows. A clock was wrong, or the documents were changed manually. Make them due now (rek repair).',
        wrong: (now) => ({ nextAttemptAt: { $gt: beyondSchedule(now) } }),
      }),
      queueRule(deliveries, {
        name: 'pending-deliveries-are-due',
        meaning: 'Customers never receive these events.',
        advice: 'Pending deliveries of these webhooks have no next attempt. Make them due now (rek repair).',
        wrong: () => ({ nextAttemptAt: null }) as unknown as Filter<DeliveryDoc>,
      }),
      leavesNothing(deliveries, store),
    ],
  }),
];

const hasAKey: WalkRule<WebhookDoc> = {
  name: 'webhooks-have-a-signing-key',
  meaning: 'Nothing is sent to these webhooks.',
  advice:
    'The webhooks have no signing key. Their customers must rotate the key (POST /webhooks/{id}/rotate-key).',
  broken: (docs) =>
    docs
      .filter(
        ({ signingKeys, deletedAt }) => deletedAt === undefined && signingKeys.every(({ until }) => until),
      )
      .map(({ _id }) => _id),
};

const isDisabled: WalkRule<WebhookDoc> = {
  name: 'failing-webhooks-are-disabled',
  meaning: 'Customers are not notified that their receivers have been failing for days.',
  advice: 'The upkeep of the notifier fails. Check its log.',
  broken: (docs, { now }) =>
    docs
      .filter((doc) => isDeliverable({ ...doc, id: doc._id }))
      .filter((doc) => isFailingTooLong(doc, before(now, DISABLED_WITHIN_MS)))
      .map(({ _id }) => _id),
};

interface QueueFilter {
  webhookId: string;
  filter: Filter<DeliveryDoc>;
}

interface QueueRule extends Pick<WalkRule<WebhookDoc>, 'name' | 'meaning' | 'advice'> {
  wrong: (now: Date) => Filter<DeliveryDoc>;
}

/** No pending delivery of a webhook is wrong in this way; an index of the queue finds it. A repair makes it due. */
const queueRule = (
  deliveries: Collection<DeliveryDoc>,
  { wrong, ...words }: QueueRule,
): WalkRule<WebhookDoc> => {
  const wrongOf = (webhookId: string, now: Date): Filter<DeliveryDoc> => ({
    ...wrong(now),
    webhookId,
    status: 'pending' as const,
  });
  return {
    ...words,
    broken: (docs, { now }) =>
      withAny(
        deliveries,
        docs.map(({ _id: webhookId }) => ({ webhookId, filter: wrongOf(webhookId, now) })),
      ),
    repair: async (ids, now) => {
      const repaired: string[] = [];
      for (const id of ids) {
        const due = { $set: { nextAttemptAt: now }, $unset: { lease: '' as const } };
        if ((await deliveries.updateMany(wrongOf(id, now), due)).modifiedCount > 0) repaired.push(id);
      }
      return repaired;
    },
  };
};

const leavesNothing = (
  deliveries: Collection<DeliveryDoc>,
  store: Pick<DeliveryStore, 'discardPending'>,
): WalkRule<WebhookDoc> => ({
  name: 'deleted-webhooks-leave-no-deliveries',
  meaning: 'Deliveries of a deleted webhook are still waiting.',
  advice: 'Discard the deliveries (rek repair).',
  broken: (docs, { now }) =>
    withAny(
      deliveries,
      docs
        .filter(({ deletedAt }) => deletedAt !== undefined && deletedAt < before(now, DISCARDED_WITHIN_MS))
        .flatMap(({ _id: webhookId }) =>
          (['pending', 'held'] as const).map((status) => ({ webhookId, filter: { webhookId, status } })),
        ),
    ),
  repair: async (ids) => {
    const repaired: string[] = [];
    for (const id of ids) if ((await store.discardPending(id, null)) > 0) repaired.push(id);
    return repaired;
  },
});

/** The webhooks of the filters that match at least one delivery. */
async function withAny(
  deliveries: Collection<DeliveryDoc>,
  filters: readonly QueueFilter[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const { webhookId, filter } of filters)
    if ((await deliveries.findOne(filter, { projection: { _id: 1 } })) !== null) found.add(webhookId);
  return [...found];
}

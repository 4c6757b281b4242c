import { before, beyondLeases, beyondPlan, ofDocument, unchanged, walking } from '@estate/persistence';
import type { Collection, Filter, Invariant, WalkRule } from '@estate/persistence';
import { longestDelayMs } from '../domain/repeat-schedule.ts';
import { isBeyondSlots } from '../domain/pace.ts';
import { WARNED_AFTER_MS, disabledFrom, isAboutToBeDisabled, isDeliverable } from '../domain/webhook.ts';
import type { Failing } from '../domain/webhook.ts';
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
  stores: { deliveries: Pick<DeliveryStore, 'discardPending'> };
  /** The pause before the first retry of a webhook without its own schedule. */
  baseMs: number;
}

/** Invariants of webhooks, alone and together with the queues of their deliveries. */
export const webhookWalk = (audited: Audited): Invariant[] => [
  ...walking<WebhookDoc>({
    collection: audited.webhooks,
    fields: ['signingKeys', 'status', 'deletedAt', 'failingSince', 'lastFailureAt', 'nextSlotMs'],
    rules: [hasAKey, isDisabled, slotIsNear(audited.webhooks)],
  }),
  ...walking<WebhookDoc>({
    name: 'webhooks-queues',
    collection: audited.webhooks,
    fields: ['deletedAt', 'retryScheduleSeconds'],
    portion: LOOKED_UP_AT_ONCE,
    rules: [
      dueWithinPlan(audited),
      queueRule(audited, {
        name: 'pending-deliveries-are-due',
        meaning: 'Customers never receive these events.',
        advice: 'Pending deliveries of these webhooks have no next attempt. Make them due now (rek repair).',
        wrong: () => ({ nextAttemptAt: null }) as unknown as Filter<DeliveryDoc>,
      }),
      leavesNothing(audited),
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
      .filter(isAboutToBeDisabled)
      .filter((failing) => nextStepOf(failing) <= before(now, DISABLED_WITHIN_MS))
      .map(({ _id }) => _id),
};

/** When the upkeep warns of a webhook, or disables it. */
const nextStepOf = (failing: Pick<Failing, 'failingSince' | 'warnedAt'>): Date =>
  failing.warnedAt ? disabledFrom(failing) : new Date(failing.failingSince.getTime() + WARNED_AFTER_MS);

/** Deliveries do not wait for such a slot; the rule says that there is one. */
const slotIsNear = (webhooks: Collection<WebhookDoc>): WalkRule<WebhookDoc> =>
  ofDocument<WebhookDoc>(webhooks, {
    name: 'webhook-slots-are-near',
    meaning: 'The limit of these webhooks was used up until a time in the far future.',
    advice:
      'The next slot of a limit is seconds away at most. A clock was wrong, or the documents were changed manually. Forget the slot (rek repair).',
    isBroken: ({ nextSlotMs }, now) => isBeyondSlots(nextSlotMs, now.getTime()),
    seen: (doc) => unchanged(doc, ['nextSlotMs']),
    correction: () => ({ $unset: { nextSlotMs: '' } }),
  });

interface QueueFilter {
  webhookId: string;
  filter: Filter<DeliveryDoc>;
}

type Queued = Pick<DeliveryDoc, 'nextAttemptAt' | 'waitsSeconds'>;
type Scheduled = Pick<WebhookDoc, '_id' | 'retryScheduleSeconds'>;

interface QueueRule extends Pick<WalkRule<WebhookDoc>, 'name' | 'meaning' | 'advice' | 'isCorrectedAtOnce'> {
  wrong: (webhook: Scheduled, now: Date) => Filter<DeliveryDoc>;
  /** Looks closer at what the filter found. */
  isWrong?: (delivery: Queued, now: Date) => boolean;
}

/** No pending delivery of a webhook is wrong in this way; an index of the queue finds it. A repair makes it due. */
const queueRule = (
  { deliveries, webhooks }: Pick<Audited, 'deliveries' | 'webhooks'>,
  { wrong, isWrong = () => true, ...words }: QueueRule,
): WalkRule<WebhookDoc> => {
  const wrongOf = async (webhook: Scheduled, now: Date): Promise<string[]> => {
    const filter = { ...wrong(webhook, now), webhookId: webhook._id, status: 'pending' as const };
    const docs = await deliveries
      .find(filter, { projection: { nextAttemptAt: 1, waitsSeconds: 1 } })
      .sort({ nextAttemptAt: -1 })
      .limit(LOOKED_UP_AT_ONCE)
      .toArray();
    return docs.filter((doc) => isWrong(doc, now)).map(({ _id }) => _id);
  };
  return {
    ...words,
    broken: async (docs, { now }) => {
      const found: string[] = [];
      for (const webhook of docs) if ((await wrongOf(webhook, now)).length > 0) found.push(webhook._id);
      return found;
    },
    repair: async (ids, now) => {
      const repaired = new Set<string>();
      for await (const webhook of webhooks.find({ _id: { $in: [...ids] } })) {
        for (let left = await wrongOf(webhook, now); left.length > 0; left = await wrongOf(webhook, now)) {
          const asFound = { ...wrong(webhook, now), _id: { $in: left }, status: 'pending' as const };
          const due = { $set: { nextAttemptAt: now }, $unset: { lease: '' as const } };
          if ((await deliveries.updateMany(asFound, due)).modifiedCount > 0) repaired.add(webhook._id);
        }
      }
      return [...repaired];
    },
  };
};

/** A delivery has the schedule that its webhook had when it was queued. */
const dueWithinPlan = (audited: Audited): WalkRule<WebhookDoc> => {
  const latest = (waitsSeconds: readonly number[] | undefined, now: Date): Date => {
    const longestMs = longestDelayMs(waitsSeconds ? { waitsSeconds } : {}, audited.baseMs);
    return new Date(Math.max(beyondPlan(now, longestMs).getTime(), beyondLeases(now).getTime()));
  };
  return queueRule(audited, {
    name: 'deliveries-due-within-schedule',
    meaning: 'Customers do not receive events until that time.',
    advice:
      'Deliveries of these webhooks are due later than their schedules allow. A clock was wrong, or the documents were changed manually. The auditor makes them due now; so does rek repair.',
    isCorrectedAtOnce: true,
    wrong: ({ retryScheduleSeconds }, now) => ({ nextAttemptAt: { $gt: latest(retryScheduleSeconds, now) } }),
    isWrong: ({ nextAttemptAt, waitsSeconds }, now) =>
      nextAttemptAt !== undefined && nextAttemptAt > latest(waitsSeconds, now),
  });
};

const leavesNothing = ({
  webhooks,
  deliveries,
  stores,
}: Pick<Audited, 'webhooks' | 'deliveries' | 'stores'>): WalkRule<WebhookDoc> => ({
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
    const deleted = { _id: { $in: [...ids] }, deletedAt: { $exists: true } };
    const repaired: string[] = [];
    for (const { _id } of await webhooks.find(deleted, { projection: { _id: 1 } }).toArray())
      if ((await stores.deliveries.discardPending(_id, null)) > 0) repaired.push(_id);
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

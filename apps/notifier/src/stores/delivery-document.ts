import { claimedAtInsert } from '@estate/persistence';
import type { ClaimBy, Filter, Lease, Leased, UpdateFilter } from '@estate/persistence';
import type { StoredDelivery } from '../domain/delivery.ts';
import { newPlan } from '../domain/repeat-schedule.ts';
import type { StoredWebhook } from '../domain/webhook.ts';

export type DeliveryDoc = Omit<StoredDelivery, 'id'> &
  Leased & {
    /** The resend that queued it last. */
    resendId?: string;
    /** Its personal data was removed, and its event was removed, too. */
    isErased?: true;
  };

/** A delivery whose attempt is counted and must be made now. */
export interface ClaimedDelivery extends StoredDelivery {
  lease: Lease;
}

/** The number of newest attempts that are stored; all are counted. */
export const ATTEMPTS_KEPT = 18;

/** While an attempt is under way its delivery is due again when the lease ends: one field is schedule and lease. */
export const due = (now: Date): Filter<DeliveryDoc> => ({
  status: 'pending',
  nextAttemptAt: { $lte: now },
  attemptsLeft: { $gt: 0 },
});

/** Fields that a delivery without a next attempt does not have. */
export const unscheduled = { nextAttemptAt: '', lease: '' } as const;

type Era = Pick<StoredWebhook, 'era'>;

/** The reason for queueing a delivery. */
export type QueueingWebhook = Pick<StoredWebhook, 'era' | 'retryScheduleSeconds'>;

/** Queues a delivery again, with a new plan, since the webhook was last made active. */
export function queuedAgain(
  { era = 0, ...webhook }: QueueingWebhook,
  fields: Partial<DeliveryDoc>,
): UpdateFilter<DeliveryDoc> {
  const plan = newPlan(webhook);
  return {
    $set: { ...fields, ...plan },
    $max: { era },
    ...(!plan.waitsSeconds && { $unset: { waitsSeconds: '' as const } }),
  };
}

/** Deliveries that were queued before the webhook had this state; all deliveries if it no longer exists. */
export const queuedBefore = (seen: Era | null): Filter<DeliveryDoc> =>
  seen ? { era: { $not: { $gt: seen.era ?? 0 } } } : {};

export const fromDoc = (doc: DeliveryDoc): StoredDelivery => {
  const { _id, lease: _lease, fence: _fence, resendId: _resendId, isErased: _erased, ...fields } = doc;
  return { id: _id, ...fields };
};

/** The document of a new delivery whose first attempt is counted by its insert. */
export function claimedDoc(doc: DeliveryDoc, by: ClaimBy): DeliveryDoc {
  const claimed = claimedAtInsert(by);
  return {
    ...doc,
    ...claimed,
    nextAttemptAt: claimed.lease.until,
    attemptCount: 1,
    attemptsLeft: doc.attemptsLeft - 1,
    attempts: [{ at: doc.createdAt }],
  };
}

export const claimedOf = (doc: DeliveryDoc): ClaimedDelivery => ({
  ...fromDoc(doc),
  lease: { id: doc._id, fence: doc.fence ?? 0 },
});

import { claimedAtInsert } from '@estate/persistence';
import type { ClaimBy, Filter, Lease, Leased } from '@estate/persistence';
import type { StoredDelivery } from '../domain/delivery.ts';
import type { StoredWebhook } from '../domain/webhook.ts';

export type DeliveryDoc = Omit<StoredDelivery, 'id'> &
  Leased & {
    /** The resend that queued it last. */
    resendId?: string;
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

/** What a delivery without a next attempt does not have. */
export const unscheduled = { nextAttemptAt: '', lease: '' } as const;

type Era = Pick<StoredWebhook, 'era'>;

/** Marks a delivery as queued since the webhook was last made active. */
export const queuedIn = ({ era = 0 }: Era) => ({ $max: { era } });

/** What was queued before a webhook was seen like this; everything when it no longer exists. */
export const queuedBefore = (seen: Era | null): Filter<DeliveryDoc> =>
  seen ? { era: { $not: { $gt: seen.era ?? 0 } } } : {};

export const fromDoc = (doc: DeliveryDoc): StoredDelivery => {
  const { _id, lease: _lease, fence: _fence, resendId: _resendId, ...fields } = doc;
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

import type { PropertySnapshot, PublicationFailureCode } from '@estate/contracts';
import type { LastError, ListingRecord, StillOnline } from './listing.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import type { RetrySchedule } from './retry-schedule.ts';

/** Why an attempt did not succeed. */
export interface Failure {
  code: PublicationFailureCode;
  message: string;
  /** Transient: the same attempt may succeed later. */
  repeat: boolean;
}

/** Of what is to be published anew. */
export const NO_ATTEMPTS = { attempt: 0, attemptsOfAll: 0 } as const;

/** When a listing is tried again after a failure; undefined when no attempt is left, or a retry cannot help. */
export function nextAttempt(
  { attempt }: Pick<ListingRecord, 'attempt'>,
  { repeat }: Pick<Failure, 'repeat'>,
  { schedule, now }: { schedule: RetrySchedule; now: Date },
): { attempt: number; dueAt: Date } | undefined {
  const failed = attempt + 1;
  const dueAt = repeat ? nextAttemptAt(schedule, failed, now) : undefined;
  return dueAt && { attempt: failed, dueAt };
}

const HOUR_MS = 3_600_000;
/** A deletion that was refused for good is tried again after an hour, then after twice as long each time, up to this. */
export const LONGEST_REFUSAL_MS = 24 * HOUR_MS;

/** The state of an object that a platform refuses to take off once more. */
export function refusedAgain({ stillOnline }: Pick<ListingRecord, 'stillOnline'>, now: Date): StillOnline {
  const { since = now, refusals = 0 } = stillOnline ?? {};
  const pauseMs = Math.min(LONGEST_REFUSAL_MS, HOUR_MS * 2 ** refusals);
  return { since, refusals: refusals + 1, againAt: new Date(now.getTime() + pauseMs) };
}

/** Why a property whose processing failed is not published. */
export const whyNotProcessed = ({ processingFailure }: Pick<PropertySnapshot, 'processingFailure'>): string =>
  processingFailure?.failureMessage ?? 'The attachments could not be processed.';

export const lastErrorOf = ({ code, message }: Failure, at: Date): LastError => ({
  failureCode: code,
  failureMessage: message,
  at,
});

/** The order of a batch: a listing that keeps failing must not block the others. What failed for all of them is no reason. */
export const byAttemptThenDue = (a: ListingRecord, b: ListingRecord): number =>
  ownAttempts(a) - ownAttempts(b) || Number(a.dueAt) - Number(b.dueAt) || (a.id < b.id ? -1 : 1);

/** A version without the second count sets the first one to 0 alone. */
const ownAttempts = ({ attempt, attemptsOfAll = 0 }: ListingRecord): number =>
  Math.max(0, attempt - attemptsOfAll);

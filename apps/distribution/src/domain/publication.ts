import type { PropertySnapshot, PublicationFailureCode } from '@estate/contracts';
import type { LastError, ListingRecord } from './listing.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import type { RetrySchedule } from './retry-schedule.ts';

/** Why an attempt did not succeed. */
export interface Failure {
  code: PublicationFailureCode;
  message: string;
  repeat: boolean;
}

/** What a failed attempt means for the listing. */
export type AfterFailure = { kind: 'repeat'; attempt: number; dueAt: Date } | { kind: 'over' };

export function afterFailure(
  { attempt }: Pick<ListingRecord, 'attempt'>,
  failure: Failure,
  { schedule, now }: { schedule: RetrySchedule; now: Date },
): AfterFailure {
  const failed = attempt + 1;
  const dueAt = failure.repeat ? nextAttemptAt(schedule, failed, now) : undefined;
  return dueAt ? { kind: 'repeat', attempt: failed, dueAt } : { kind: 'over' };
}

/** What is said of a property whose processing failed. */
export const whyNotProcessed = ({ processingFailure }: Pick<PropertySnapshot, 'processingFailure'>): string =>
  processingFailure?.failureMessage ?? 'The attachments could not be processed.';

export const lastErrorOf = ({ code, message }: Failure, at: Date): LastError => ({
  failureCode: code,
  failureMessage: message,
  at,
});

/** Order of a batch: a listing that keeps failing must not stand before the others. */
export const byAttemptThenDue = (a: ListingRecord, b: ListingRecord): number =>
  a.attempt - b.attempt || Number(a.dueAt) - Number(b.dueAt) || (a.id < b.id ? -1 : 1);

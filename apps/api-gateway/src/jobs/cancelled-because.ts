import type { StoredJob } from '../domain/job.ts';
import type { JobStep } from '../stores/job-store.ts';

/** Cancels a job for a reason that the service found. */
export const cancelledBecause = (
  cancelReason: NonNullable<StoredJob['cancelReason']>,
  { clock }: { clock: () => Date },
): JobStep => ({ state: 'cancelled', cancelReason, finishedAt: clock() });

import { JOB_KEPT_DAYS, SYNCHRONIZE } from '@estate/contracts';
import type { Actor, Job, JobAction, JobCounts, JobInput, JobItem } from '@estate/contracts';

const DAY_MS = 86_400_000;
/** The maximum number of unfinished jobs of an account. Each has a turn, and is counted when jobs are listed. */
export const JOBS_UNFINISHED_MAX = 20;

/** The settings of a job, without the properties or listings. */
export type JobOrder = Omit<JobInput, 'ids' | 'listingIds' | 'action'> &
  Pick<Job, 'mode'> & { action: JobAction | typeof SYNCHRONIZE };

/** A listing that was chosen by its id. */
export interface NamedListing {
  id: string;
  propertyId: string;
  targetId: string;
}

/** A job in the gateway. */
export interface StoredJob {
  id: string;
  accountId: string;
  order: JobOrder;
  /** The chosen properties, until they are items; absent for a job on listings. */
  ids?: string[];
  /** The chosen listings, until they are items. */
  listings?: NamedListing[];
  /** True if listings were chosen, not properties. */
  ofListings?: true;
  state: Job['state'];
  cancelReason?: NonNullable<Job['cancelReason']>;
  /** The progress of listing the properties. */
  listed: ListedSoFar;
  /** The counts of an ended job; those of others are computed. */
  counts?: JobCounts;
  /** The API call that created the job. */
  trace: { requestId: string; traceparent?: string; actor?: Actor };
  createdAt: Date;
  finishedAt?: Date;
}

export interface ListedSoFar {
  properties: number;
  items: number;
  /** The last property or listing that was found by the filter. */
  after?: string;
}

/** A property of a job, or a property on a target. */
export interface StoredJobItem {
  id: string;
  accountId: string;
  jobId: string;
  propertyId: string;
  targetId?: string;
  /** The id for the listing that `publish` creates, reserved from the beginning, so that it is created once. */
  listingId?: string;
  /** The listing that was chosen by its id; no other listing of the property is affected. */
  chosenListingId?: string;
  state: JobItem['state'];
  property?: NonNullable<JobItem['property']>;
  listingIds?: string[];
  reason?: NonNullable<JobItem['reason']>;
  /** Set before an attempt, which may have taken effect. */
  begunAt?: Date;
  /** The number of attempts that failed with an error of a service. */
  errors?: number;
  finishedAt?: Date;
}

/** The result of an item. */
export type ItemResult = Pick<StoredJobItem, 'property' | 'listingIds' | 'reason'> & {
  state: 'succeeded' | 'skipped' | 'failed';
};

/** True for a job whose action runs in another service; the job only shows the results. */
export const isWatching = ({ order }: Pick<StoredJob, 'order'>): boolean => order.action === SYNCHRONIZE;

export const isUnfinished = ({ state }: Pick<StoredJob, 'state'>): boolean =>
  state === 'preparing' || state === 'running';

export const jobExpiry = (createdAt: Date): Date => new Date(createdAt.getTime() + JOB_KEPT_DAYS * DAY_MS);

export function toJob(job: StoredJob, counts: JobCounts): Job {
  const { id, order, ofListings, state, cancelReason, trace, createdAt, finishedAt } = job;
  return {
    ...{ id, resource: ofListings ? 'listing' : 'property', ...order, state },
    ...(cancelReason && { cancelReason }),
    counts,
    ...(trace.actor && { actor: trace.actor }),
    createdAt: createdAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  };
}

export function toJobItem(item: StoredJobItem): JobItem {
  const { id, propertyId, targetId, chosenListingId, property, state, listingIds, reason, finishedAt } = item;
  return {
    ...{ id, propertyId },
    ...(targetId !== undefined && { targetId }),
    ...(chosenListingId !== undefined && { listingId: chosenListingId }),
    ...(property && { property }),
    state,
    ...(listingIds && { listingIds }),
    ...(reason && { reason }),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  };
}

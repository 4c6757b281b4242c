import { JOB_KEPT_DAYS, SYNCHRONIZE } from '@estate/contracts';
import type { Actor, Job, JobAction, JobCounts, JobInput, JobItem } from '@estate/contracts';

const DAY_MS = 86_400_000;
/** Each of them has a turn, and a document that is counted when jobs are listed. */
export const JOBS_UNFINISHED_MAX = 20;

/** The action of a job, without the properties or listings. */
export type JobOrder = Omit<JobInput, 'ids' | 'listingIds' | 'action'> &
  Pick<Job, 'mode'> & { action: JobAction | typeof SYNCHRONIZE };

/** A listing that was chosen itself. */
export interface NamedListing {
  id: string;
  propertyId: string;
  targetId: string;
}

/** A job as the gateway keeps it. */
export interface StoredJob {
  id: string;
  accountId: string;
  order: JobOrder;
  /** The properties that were named; until they are items. None, if the job is not one of properties. */
  ids?: string[];
  /** The listings that were named; until they are items. */
  listings?: NamedListing[];
  /** Listings were chosen, not properties. */
  ofListings?: true;
  state: Job['state'];
  cancelReason?: NonNullable<Job['cancelReason']>;
  /** How far the properties are listed. */
  listed: ListedSoFar;
  /** The counts of an ended job; those of others are counted. */
  counts?: JobCounts;
  /** The call that created the job. */
  trace: { requestId: string; traceparent?: string; actor?: Actor };
  createdAt: Date;
  finishedAt?: Date;
}

export interface ListedSoFar {
  properties: number;
  items: number;
  /** The last property or listing, of those that a filter finds. */
  after?: string;
}

/** One property of a job, or one property on one target. */
export interface StoredJobItem {
  id: string;
  accountId: string;
  jobId: string;
  propertyId: string;
  targetId?: string;
  /** The listing that `publish` creates has an id from the beginning, so that it is created once. */
  listingId?: string;
  /** The listing that was chosen itself; nothing is done with another one of the property. */
  chosenListingId?: string;
  state: JobItem['state'];
  property?: NonNullable<JobItem['property']>;
  listingIds?: string[];
  reason?: NonNullable<JobItem['reason']>;
  /** An attempt may have taken effect. */
  begunAt?: Date;
  /** Attempts that failed by an error of a service. */
  errors?: number;
  finishedAt?: Date;
}

/** The result of an item. */
export type ItemResult = Pick<StoredJobItem, 'property' | 'listingIds' | 'reason'> & {
  state: 'succeeded' | 'skipped' | 'failed';
};

/** Something that its owner does with listings; the job shows what becomes of them. */
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

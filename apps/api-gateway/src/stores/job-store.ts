import { SYNCHRONIZE } from '@estate/contracts';
import type { JobQuery } from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { WorkQueue, firstDueOfEach, isDuplicateKey, overAt, page } from '@estate/persistence';
import type { Collection, DueWork, Leased, WithOutbox, WorkFields } from '@estate/persistence';
import { isUnfinished, isWatching, jobExpiry } from '../domain/job.ts';
import type { JobOrder, StoredJob } from '../domain/job.ts';

export interface JobDoc extends Omit<StoredJob, 'id'>, Leased, WithOutbox {
  dueAt?: Date;
  attempt: number;
  internalErrors: number;
  unended?: number;
  expiresAt: Date;
}

/** The changes of a step of a job. */
export type JobStep = Partial<Pick<StoredJob, 'state' | 'cancelReason' | 'counts' | 'finishedAt' | 'listed'>>;

const WORK_FIELDS: WorkFields = {
  dueAt: 'dueAt',
  attempt: 'attempt',
  internalErrors: 'internalErrors',
  unended: 'unended',
};
const UNFINISHED = { state: { $in: ['preparing', 'running'] as StoredJob['state'][] } };
/** Excludes jobs that only watch: they cost little, and cannot be cancelled. */
const NOT_WATCHING = { 'order.action': { $ne: SYNCHRONIZE } } as const;
const DUE_OF_ACCOUNT = { _id: 1, accountId: 1, dueAt: 1 } as const;
/** A job sends no messages. */
const NO_RELAY = { sent: () => undefined };

export class JobStore {
  readonly #docs: Collection<JobDoc>;
  /** The jobs with due work. */
  readonly queue: WorkQueue<JobDoc, { job: StoredJob }, JobStep>;

  constructor(docs: Collection<JobDoc>) {
    this.#docs = docs;
    this.queue = new WorkQueue({
      collection: docs,
      relay: NO_RELAY,
      fields: WORK_FIELDS,
      view: (doc) => ({ job: fromDoc(doc) }),
      // A cancelled job continues as one.
      seen: ({ state }) => ({ state }),
      changes: changesOf,
    });
  }

  /** Stores a job as due, or returns the one that an earlier run of the call has stored. */
  async begin({ id, ...job }: StoredJob): Promise<StoredJob> {
    const { accountId, createdAt } = job;
    const schedule = { dueAt: createdAt, attempt: 0, internalErrors: 0, expiresAt: jobExpiry(createdAt) };
    try {
      await this.#docs.insertOne({ _id: id, ...job, ...withoutIds(job), ...schedule });
      return { id, ...job };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.get(accountId, id);
    }
  }

  /** @throws NotFound */
  async get(accountId: string, id: string): Promise<StoredJob> {
    return found(await this.find(accountId, id), 'job', id);
  }

  async find(accountId: string, id: string): Promise<StoredJob | null> {
    const doc = await this.#docs.findOne({ _id: id, accountId });
    return doc && fromDoc(doc);
  }

  async list(accountId: string, { state, ...query }: JobQuery) {
    const filter = { accountId, ...(state && { state }) };
    const { hasMore, docs } = await page(this.#docs, filter, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  countUnfinished(accountId: string): Promise<number> {
    return this.#docs.countDocuments({ accountId, ...UNFINISHED, ...NOT_WATCHING });
  }

  /** The unfinished job that watches the same target and mode. */
  async findWatching(accountId: string, { targetIds = [], mode }: JobOrder): Promise<StoredJob | null> {
    const same = { 'order.action': SYNCHRONIZE, 'order.targetIds': { $in: targetIds }, 'order.mode': mode };
    const doc = await this.#docs.findOne({ accountId, ...UNFINISHED, ...same }, { sort: { _id: -1 } });
    return doc && fromDoc(doc);
  }

  /** Cancels a job: running items end, and no others begin. @throws NotFound and Conflict */
  async cancel(accountId: string, id: string, now: Date): Promise<StoredJob> {
    const cancelled = {
      state: 'cancelled' as const,
      cancelReason: 'requested' as const,
      ...{ finishedAt: now, dueAt: now },
    };
    const doc = await this.#docs.findOneAndUpdate(
      { _id: id, accountId, ...UNFINISHED, ...NOT_WATCHING },
      { $set: cancelled },
      { returnDocument: 'after' },
    );
    if (doc) return fromDoc(doc);
    const job = await this.get(accountId, id);
    if (job.cancelReason === 'requested') return job;
    if (isUnfinished(job) && isWatching(job)) {
      const message =
        'What is being sent again cannot be cancelled. To stop publishing to the target, pause it (POST /targets/{id}/pause).';
      throw new Conflict(message, { code: 'job-not-cancellable' });
    }
    throw new Conflict('The job has ended. It can no longer be cancelled.', { code: 'job-ended' });
  }

  /** Every account with a due job that nobody works on, each once, with its earliest due time. */
  async dueAccounts(now: Date): Promise<DueWork[]> {
    const search = { by: 'accountId', dueAt: 'dueAt', fields: DUE_OF_ACCOUNT } as const;
    const docs = await firstDueOfEach(this.#docs, {
      ...search,
      filter: { dueAt: { $lte: now }, ...free(now) },
    });
    return docs.flatMap(({ accountId, dueAt }) => (dueAt ? [{ id: accountId, accountId, dueAt }] : []));
  }

  async ifDue(accountId: string, now: Date): Promise<DueWork | null> {
    const dueAt = await this.queue.oldestDueAt(now, { accountId, ...free(now) });
    return dueAt ? { id: accountId, accountId, dueAt } : null;
  }
}

/** Without ids, a replica of an earlier version, which knows no jobs on listings, would run it on all properties of the account. */
const withoutIds = ({ ofListings, order }: Pick<StoredJob, 'ofListings' | 'order'>) =>
  ofListings === true || isWatching({ order }) ? { ids: [] } : {};

const free = (now: Date) => ({ 'lease.until': overAt(now) });

function changesOf(step: JobStep) {
  const isListing = step.listed !== undefined && step.state === undefined;
  return { set: step, ...(!isListing && { unset: { ids: '' as const, listings: '' as const } }) };
}

function fromDoc(doc: JobDoc): StoredJob {
  const {
    _id: id,
    accountId,
    order,
    ids,
    listings,
    ofListings,
    state,
    cancelReason,
    listed,
    counts,
    trace,
    createdAt,
    finishedAt,
  } = doc;
  return {
    ...{ id, accountId, order, state, listed, trace, createdAt },
    ...(ids && isUnfinished(doc) && { ids }),
    ...(listings && isUnfinished(doc) && { listings }),
    ...(ofListings && { ofListings }),
    ...(cancelReason && { cancelReason }),
    ...(counts && { counts }),
    ...(finishedAt && { finishedAt }),
  };
}

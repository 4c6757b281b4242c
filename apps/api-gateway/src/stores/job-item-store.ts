import type { JobCounts, JobItemQuery } from '@estate/contracts';
import { insertUnique, page } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import { jobExpiry } from '../domain/job.ts';
import type { ItemResult, NamedListing, StoredJob, StoredJobItem } from '../domain/job.ts';

export type JobItemDoc = Omit<StoredJobItem, 'id'> & { _id: string; expiresAt: Date };

export const ITEM_INDEX = 'item';

type OfJob = Pick<StoredJob, 'id' | 'accountId'>;
type Item = Pick<StoredJobItem, 'id' | 'accountId'>;

/** The items of jobs. */
export class JobItemStore {
  readonly #docs: Collection<JobItemDoc>;

  constructor(docs: Collection<JobItemDoc>) {
    this.#docs = docs;
  }

  /** Adds items; existing ones stay as they are. */
  async add({ createdAt }: Pick<StoredJob, 'createdAt'>, items: readonly StoredJobItem[]): Promise<void> {
    const expiresAt = jobExpiry(createdAt);
    const docs = items.map(({ id, ...item }) => ({ _id: id, ...item, expiresAt }));
    await insertUnique(this.#docs, docs, ITEM_INDEX);
  }

  /** Returns the listings that were items of any job. */
  async chosenBefore(accountId: string, ids: readonly string[]): Promise<NamedListing[]> {
    if (ids.length === 0) return [];
    const docs = await this.#docs
      .find(
        { accountId, chosenListingId: { $in: [...ids] } },
        { projection: { chosenListingId: 1, propertyId: 1, targetId: 1 } },
      )
      .toArray();
    return docs.flatMap(({ chosenListingId: id, propertyId, targetId }) =>
      id === undefined || targetId === undefined ? [] : [{ id, propertyId, targetId }],
    );
  }

  /** The next items without a result. */
  async pending({ id, accountId }: OfJob, limit: number, after = ''): Promise<StoredJobItem[]> {
    const filter = { accountId, jobId: id, state: 'pending' as const, _id: { $gt: after } };
    return (await this.#docs.find(filter).sort({ _id: 1 }).limit(limit).toArray()).map(fromDoc);
  }

  /** Marks the items as attempted, before the attempt. */
  async begin({ accountId }: OfJob, items: readonly StoredJobItem[], now: Date): Promise<void> {
    const _id = { $in: items.filter(({ begunAt }) => !begunAt).map(({ id }) => id) };
    await this.#docs.updateMany({ _id, accountId }, { $set: { begunAt: now } });
  }

  /** Saves a result; it also counts if the item was cancelled in between, because it was done. */
  async end({ id, accountId }: Item, result: ItemResult, now: Date): Promise<void> {
    const unended = { $in: ['pending' as const, 'cancelled' as const] };
    await this.#docs.updateOne(
      { _id: id, accountId, state: unended },
      { $set: { ...result, finishedAt: now } },
    );
  }

  async noteError({ id, accountId }: Item): Promise<void> {
    await this.#docs.updateOne({ _id: id, accountId }, { $inc: { errors: 1 } });
  }

  /** Cancels items without a result. */
  async cancel({ id, accountId }: OfJob, now: Date): Promise<void> {
    await this.#docs.updateMany(
      { accountId, jobId: id, state: 'pending' },
      { $set: { state: 'cancelled', finishedAt: now } },
    );
  }

  /** The number of a job's items in each state. Those without a result are the rest, so that the sum is right while items end. */
  async count({ id, accountId }: OfJob): Promise<JobCounts> {
    const ofJob = { accountId, jobId: id };
    const of = (state: StoredJobItem['state']) => this.#docs.countDocuments({ ...ofJob, state });
    const [succeeded, skipped, failed, cancelled] = await Promise.all([
      of('succeeded'),
      of('skipped'),
      of('failed'),
      of('cancelled'),
    ]);
    const items = await this.#docs.countDocuments(ofJob);
    const pending = items - succeeded - skipped - failed - cancelled;
    return { items, pending, succeeded, skipped, failed, cancelled };
  }

  async list({ id, accountId }: OfJob, { state, ...query }: JobItemQuery) {
    const filter = { accountId, jobId: id, ...(state && { state }) };
    const { hasMore, docs } = await page(this.#docs, filter, query);
    return { hasMore, data: docs.map(fromDoc) };
  }
}

const fromDoc = ({ _id, expiresAt: _expiresAt, ...item }: JobItemDoc): StoredJobItem => ({
  id: _id,
  ...item,
});

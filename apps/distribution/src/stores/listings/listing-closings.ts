import { NO_ATTEMPTS } from '../../domain/publication.ts';
import type { Collection, Filter } from '@estate/persistence';
import type { ListingRecord } from '../../domain/listing.ts';
import { fromListingDoc } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';

/** A final refusal is tried again after this time, as long as the closing waits for it. */
const AGAIN_MS = 60 * 60_000;

/** The listings of accounts that are being closed. */
export class ListingClosings {
  readonly #docs: Collection<ListingDoc>;

  constructor(docs: Collection<ListingDoc>) {
    this.#docs = docs;
  }

  /** A portion of the listings that are still to be deleted; those in the making are removed at once. */
  async toDelete(accountId: string, most: number): Promise<ListingRecord[]> {
    await this.#docs.deleteMany({ accountId, state: 'pending' });
    const docs = await this.#docs.find({ accountId, state: 'live' }).limit(most).toArray();
    return docs.map(fromListingDoc);
  }

  /** Makes due again what a platform refused to take off a while ago; returns the targets whose lanes to wake. */
  async retryRefused(accountId: string, now: Date): Promise<string[]> {
    const refused = {
      accountId,
      state: 'deleted' as const,
      dueAt: { $exists: false },
      everUploaded: true,
      'lastError.at': { $lt: new Date(now.getTime() - AGAIN_MS) },
    };
    const docs = await this.#docs.find(refused, { projection: { targetId: 1 } }).toArray();
    if (docs.length > 0) await this.#docs.updateMany(refused, { $set: { dueAt: now, ...NO_ATTEMPTS } });
    return [...new Set(docs.map(({ targetId }) => targetId))];
  }

  /** The first listings that are not off their platform, and how many there are. */
  async left(accountId: string, most: number): Promise<{ records: ListingRecord[]; count: number }> {
    const open: Filter<ListingDoc> = {
      accountId,
      $or: [
        { state: { $in: ['live', 'pending'] } },
        { state: 'deleted', everUploaded: true },
        { state: 'deleted', dueAt: { $exists: true } },
      ],
    };
    const [docs, count] = await Promise.all([
      this.#docs.find(open).sort({ _id: 1 }).limit(most).toArray(),
      this.#docs.countDocuments(open),
    ]);
    return { records: docs.map(fromListingDoc), count };
  }
}

import { FETCH_KEPT_DAYS } from '@estate/contracts';
import type { FeedFetch } from '@estate/contracts';
import { before, page } from '@estate/persistence';
import type { Collection, PageQuery } from '@estate/persistence';

/** One fetch of a document of a feed. */
export interface FetchRecord extends Omit<FeedFetch, 'at'> {
  accountId: string;
  targetId: string;
  at: Date;
}

export type FetchDoc = Omit<FetchRecord, 'id'> & { _id: string; expiresAt: Date };

const KEPT_MS = FETCH_KEPT_DAYS * 86_400_000;

export const fetchExpiry = ({ at }: Pick<FetchDoc, 'at'>): Date => before(at, -KEPT_MS);

/** Stores who fetched feeds. */
export class FetchStore {
  readonly #docs: Collection<FetchDoc>;

  constructor(docs: Collection<FetchDoc>) {
    this.#docs = docs;
  }

  async add({ id, ...fetch }: FetchRecord): Promise<void> {
    await this.#docs.insertOne({ _id: id, ...fetch, expiresAt: fetchExpiry(fetch) });
  }

  async list({ accountId, targetId }: Pick<FetchRecord, 'accountId' | 'targetId'>, query: PageQuery) {
    const { hasMore, docs } = await page(this.#docs, { accountId, targetId }, query);
    return { hasMore, data: docs.map(shownFetch) };
  }
}

function shownFetch({ _id: id, at, document, count, sizeBytes, address, userAgent }: FetchDoc): FeedFetch {
  return {
    ...{ id, at: at.toISOString(), document, count, sizeBytes },
    ...(address !== undefined && { address }),
    ...(userAgent !== undefined && { userAgent }),
  };
}

import type { ListQuery } from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { isDuplicateKey, page, unchanged } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import type { StoredDashboardLink } from '../domain/dashboard-link.ts';

export type DashboardLinkDoc = Omit<StoredDashboardLink, 'id'> & { _id: string };

export class DashboardLinkStore {
  readonly #docs: Collection<DashboardLinkDoc>;

  constructor(docs: Collection<DashboardLinkDoc>) {
    this.#docs = docs;
  }

  /**
   * Saves a link and replaces an earlier one with its id, which was never shown. A later one was shown by another run of the call.
   * @throws Conflict
   */
  async put({ id, ...fields }: StoredDashboardLink): Promise<void> {
    const { accountId, createdAt } = fields;
    try {
      await this.#docs.replaceOne({ _id: id, accountId, createdAt: { $lte: createdAt } }, fields, {
        upsert: true,
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new Conflict('Another run of this request has created the link. Retry the request.', {
        code: 'idempotency-in-progress',
        cause: error,
      });
    }
  }

  /** The link of a secret. */
  async findBySecret(id: string, secretHash: string): Promise<StoredDashboardLink | null> {
    const doc = await this.#docs.findOne({ _id: id, secretHash });
    return doc && fromDoc(doc);
  }

  /** Opens a link for the first caller; null for all others, and when its time is over. */
  async open(
    { id, secretHash }: StoredDashboardLink,
    { sessionHash, now }: { sessionHash: string; now: Date },
  ): Promise<StoredDashboardLink | null> {
    const doc = await this.#docs.findOneAndUpdate(
      { _id: id, secretHash, sessionHash: { $exists: false }, openBefore: { $gt: now } },
      { $set: { sessionHash, openedAt: now } },
      { returnDocument: 'after' },
    );
    return doc && fromDoc(doc);
  }

  /** The link of each session, in the same order; null for unknown ones. */
  async findByHashes(hashes: readonly string[]): Promise<(StoredDashboardLink | null)[]> {
    const docs = await this.#docs.find({ sessionHash: { $in: [...hashes] } }).toArray();
    const byHash = new Map(docs.map((doc) => [doc.sessionHash, fromDoc(doc)]));
    return hashes.map((hash) => byHash.get(hash) ?? null);
  }

  /** The link with each id, in the same order; null for unknown ones. */
  async findByIds(ids: readonly string[]): Promise<(StoredDashboardLink | null)[]> {
    const docs = await this.#docs.find({ _id: { $in: [...ids] } }).toArray();
    const byId = new Map(docs.map((doc) => [doc._id, fromDoc(doc)]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  /** @throws NotFound */
  async get(accountId: string, id: string): Promise<StoredDashboardLink> {
    return fromDoc(found(await this.#docs.findOne({ _id: id, accountId }), 'dashboard link', id));
  }

  async list(
    accountId: string,
    query: ListQuery,
  ): Promise<{ hasMore: boolean; data: StoredDashboardLink[] }> {
    const { hasMore, docs } = await page(this.#docs, { accountId }, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  /** Removes a link, with `seen` only if it has not changed since, and returns it; null if there is none. */
  async remove(link: {
    accountId: string;
    id: string;
    seen?: StoredDashboardLink;
  }): Promise<StoredDashboardLink | null> {
    const { accountId, id, seen } = link;
    const doc = await this.#docs.findOneAndDelete({
      _id: id,
      accountId,
      ...(seen && unchanged(seen, ['openedAt'])),
    });
    return doc && fromDoc(doc);
  }
}

const fromDoc = ({ _id, ...fields }: DashboardLinkDoc): StoredDashboardLink => ({ id: _id, ...fields });

import type { ListQuery } from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { isDuplicateKey, page, unchanged } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import type { StoredOperatorKey } from '../domain/operator-key.ts';

export type OperatorKeyDoc = Omit<StoredOperatorKey, 'id'> & { _id: string };

export class OperatorKeyStore {
  readonly #docs: Collection<OperatorKeyDoc>;

  constructor(docs: Collection<OperatorKeyDoc>) {
    this.#docs = docs;
  }

  /**
   * Saves a key and replaces an earlier one with its id, which was never shown. A later one was shown by another run of the call.
   * @throws Conflict
   */
  async put({ id, ...fields }: StoredOperatorKey): Promise<void> {
    const replaced = { _id: id, createdAt: { $lte: fields.createdAt } };
    try {
      await this.#docs.replaceOne(replaced, fields, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new Conflict('Another run of this request has created the key. Retry the request.', {
        code: 'idempotency-in-progress',
        cause: error,
      });
    }
  }

  /** The key of each hash, in the same order; null for unknown ones. */
  async findByHashes(hashes: readonly string[]): Promise<(StoredOperatorKey | null)[]> {
    const docs = await this.#docs.find({ hash: { $in: [...hashes] } }).toArray();
    const byHash = new Map(docs.map((doc) => [doc.hash, fromDoc(doc)]));
    return hashes.map((hash) => byHash.get(hash) ?? null);
  }

  /** @throws NotFound */
  async get(id: string): Promise<StoredOperatorKey> {
    return fromDoc(found(await this.#docs.findOne({ _id: id }), 'operator key', id));
  }

  async list(query: ListQuery): Promise<{ hasMore: boolean; data: StoredOperatorKey[] }> {
    const { hasMore, docs } = await page(this.#docs, {}, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  /** Revokes a key, with `seen` only if it has not changed since, and returns it; null if there is none. */
  async remove(id: string, seen?: StoredOperatorKey): Promise<StoredOperatorKey | null> {
    const doc = await this.#docs.findOneAndDelete({ _id: id, ...(seen && unchanged(seen, ['lastUsedAt'])) });
    return doc && fromDoc(doc);
  }

  async touch(id: string, at: Date): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $max: { lastUsedAt: at } });
  }
}

const fromDoc = ({ _id, ...fields }: OperatorKeyDoc): StoredOperatorKey => ({ id: _id, ...fields });

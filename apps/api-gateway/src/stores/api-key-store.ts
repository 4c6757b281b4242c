import type { ListQuery } from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { ensureIndexes, isDuplicateKey, page, unchanged } from '@estate/persistence';
import type { Collection, Db } from '@estate/persistence';
import type { StoredApiKey } from '../domain/api-key.ts';

type ApiKeyDoc = Omit<StoredApiKey, 'id'> & { _id: string };

export class ApiKeyStore {
  readonly #docs: Collection<ApiKeyDoc>;

  constructor(db: Db) {
    this.#docs = db.collection('api-keys');
  }

  async ensureIndexes(): Promise<void> {
    await ensureIndexes(this.#docs, [
      { key: { hash: 1 }, name: 'hash', unique: true },
      { key: { accountId: 1, _id: 1 }, name: 'account' },
    ]);
  }

  /**
   * Saves a key and replaces an earlier one with its id, which was never shown. A later one was shown by another run of the call.
   * @throws Conflict
   */
  async put({ id, ...fields }: StoredApiKey): Promise<void> {
    const { accountId, createdAt } = fields;
    const replaced = { _id: id, accountId, createdAt: { $lte: createdAt } };
    try {
      await this.#docs.replaceOne(replaced, fields, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new Conflict('Another run of this request has created the API key. Retry the request.', {
        code: 'idempotency-in-progress',
        cause: error,
      });
    }
  }

  /** The key of each hash, in the same order; null where there is none. */
  async findByHashes(hashes: readonly string[]): Promise<(StoredApiKey | null)[]> {
    const docs = await this.#docs.find({ hash: { $in: [...hashes] } }).toArray();
    const byHash = new Map(docs.map((doc) => [doc.hash, fromDoc(doc)]));
    return hashes.map((hash) => byHash.get(hash) ?? null);
  }

  /** @throws NotFound */
  async get(accountId: string, id: string): Promise<StoredApiKey> {
    return fromDoc(found(await this.#docs.findOne({ _id: id, accountId }), 'API key', id));
  }

  async list(accountId: string, query: ListQuery): Promise<{ hasMore: boolean; data: StoredApiKey[] }> {
    const { hasMore, docs } = await page(this.#docs, { accountId }, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  /** Revokes a key, with `seen` only if it has not changed since, and returns it; null when there is none. */
  async remove(key: { accountId: string; id: string; seen?: StoredApiKey }): Promise<StoredApiKey | null> {
    const { accountId, id, seen } = key;
    const doc = await this.#docs.findOneAndDelete({
      _id: id,
      accountId,
      ...(seen && unchanged(seen, ['lastUsedAt'])),
    });
    return doc && fromDoc(doc);
  }

  /** Whether the account has a valid key with the scope `write`, other than `without`. */
  async canWrite(accountId: string, now: Date, without?: string): Promise<boolean> {
    const writing = {
      accountId,
      scopes: 'write' as const,
      $or: [{ expiresAt: { $exists: false } }, { expiresAt: { $gt: now } }],
      ...(without !== undefined && { _id: { $ne: without } }),
    };
    return (await this.#docs.findOne(writing, { projection: { _id: 1 } })) !== null;
  }

  async touch(id: string, at: Date): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $max: { lastUsedAt: at } });
  }
}

const fromDoc = ({ _id, ...fields }: ApiKeyDoc): StoredApiKey => ({ id: _id, ...fields });

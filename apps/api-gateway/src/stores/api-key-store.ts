import type { ListQuery } from '@estate/contracts';
import { found } from '@estate/errors';
import { ensureIndexes, page } from '@estate/persistence';
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

  async insert({ id, ...fields }: StoredApiKey): Promise<void> {
    await this.#docs.insertOne({ _id: id, ...fields });
  }

  async findByHash(hash: string): Promise<StoredApiKey | null> {
    const doc = await this.#docs.findOne({ hash });
    return doc && fromDoc(doc);
  }

  async list(accountId: string, query: ListQuery): Promise<{ hasMore: boolean; data: StoredApiKey[] }> {
    const { hasMore, docs } = await page(this.#docs, { accountId }, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  /** Revokes a key and returns what it was. @throws NotFound */
  async remove(accountId: string, id: string): Promise<StoredApiKey> {
    const doc = await this.#docs.findOneAndDelete({ _id: id, accountId });
    return fromDoc(found(doc, 'API key', id));
  }

  async touch(id: string, at: Date): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $max: { lastUsedAt: at } });
  }
}

const fromDoc = ({ _id, ...fields }: ApiKeyDoc): StoredApiKey => ({ id: _id, ...fields });

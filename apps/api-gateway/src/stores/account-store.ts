import type { ListQuery } from '@estate/contracts';
import { found } from '@estate/errors';
import { page } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import type { StoredAccount } from '../domain/account.ts';

export type AccountDoc = Omit<StoredAccount, 'id'> & { _id: string };

export class AccountStore {
  readonly #docs: Collection<AccountDoc>;

  constructor(docs: Collection<AccountDoc>) {
    this.#docs = docs;
  }

  async insert(account: StoredAccount): Promise<StoredAccount> {
    const { id, ...fields } = account;
    await this.#docs.insertOne({ _id: id, ...fields });
    return account;
  }

  async find(id: string): Promise<StoredAccount | null> {
    const doc = await this.#docs.findOne({ _id: id });
    return doc && fromDoc(doc);
  }

  /** @throws NotFound */
  async get(id: string): Promise<StoredAccount> {
    return found(await this.find(id), 'account', id);
  }

  /** Returns the ids without an account. */
  async unknown(ids: readonly string[]): Promise<string[]> {
    const docs = await this.#docs.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
    const known = new Set(docs.map(({ _id }) => _id));
    return ids.filter((id) => !known.has(id));
  }

  /** The names of accounts by their ids. */
  async names(ids: readonly string[]): Promise<Map<string, string>> {
    const docs = await this.#docs.find({ _id: { $in: [...ids] } }, { projection: { name: 1 } }).toArray();
    return new Map(docs.map(({ _id, name }) => [_id, name]));
  }

  async list(query: ListQuery): Promise<{ hasMore: boolean; data: StoredAccount[] }> {
    const { hasMore, docs } = await page(this.#docs, {}, query);
    return { hasMore, data: docs.map(fromDoc) };
  }
}

const fromDoc = ({ _id, ...fields }: AccountDoc): StoredAccount => ({ id: _id, ...fields });

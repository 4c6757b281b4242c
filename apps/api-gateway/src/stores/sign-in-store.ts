import type { Collection } from '@estate/persistence';
import type { StoredSignIn } from '../domain/sign-in.ts';

export type SignInDoc = Omit<StoredSignIn, 'accountId'> & { _id: string };

/** The identity providers of accounts. */
export class SignInStore {
  readonly #docs: Collection<SignInDoc>;

  constructor(docs: Collection<SignInDoc>) {
    this.#docs = docs;
  }

  async put({ accountId, ...fields }: StoredSignIn): Promise<void> {
    await this.#docs.replaceOne({ _id: accountId }, fields, { upsert: true });
  }

  async find(accountId: string): Promise<StoredSignIn | null> {
    const [found] = await this.findOfAccounts([accountId]);
    return found?.settings ?? null;
  }

  /** The provider of each account, in the same order. */
  async findOfAccounts(accountIds: readonly string[]): Promise<{ settings: StoredSignIn | null }[]> {
    const docs = await this.#docs.find({ _id: { $in: [...accountIds] } }).toArray();
    const byAccount = new Map(docs.map(({ _id, ...fields }) => [_id, { accountId: _id, ...fields }]));
    return accountIds.map((accountId) => ({ settings: byAccount.get(accountId) ?? null }));
  }

  async remove(accountId: string): Promise<StoredSignIn | null> {
    const doc = await this.#docs.findOneAndDelete({ _id: accountId });
    if (!doc) return null;
    const { _id, ...fields } = doc;
    return { accountId: _id, ...fields };
  }
}

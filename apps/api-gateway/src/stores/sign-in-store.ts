import type { Collection, Db, SealedCollection } from '@estate/persistence';
import type { StoredSignIn } from '../domain/sign-in.ts';

type SignInDoc = Omit<StoredSignIn, 'accountId'> & { _id: string };

/** The identity providers of accounts. */
export class SignInStore {
  readonly #docs: Collection<SignInDoc>;

  constructor(db: Db) {
    this.#docs = db.collection('sign-in-settings');
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

  /** Where the sealed secrets are. */
  get sealed(): SealedCollection {
    const collection = this.#docs as unknown as Collection<{ _id: string }>;
    const sealed = (doc: object) => ({ sealedSecret: (doc as SignInDoc).sealedSecret });
    return { collection, fields: ['sealedSecret'], sealed };
  }
}

import type { Collection } from '@estate/persistence';

export interface AccountEmailDoc {
  /** The id of the account. */
  _id: string;
  email: string;
  updatedAt: Date;
}

/** The addresses of accounts, which the operator sets. */
export class AccountEmailStore {
  readonly #docs: Collection<AccountEmailDoc>;

  constructor(docs: Collection<AccountEmailDoc>) {
    this.#docs = docs;
  }

  async find(accountId: string): Promise<string | undefined> {
    return (await this.#docs.findOne({ _id: accountId }))?.email;
  }

  async set(accountId: string, email: string, updatedAt: Date): Promise<void> {
    await this.#docs.updateOne({ _id: accountId }, { $set: { email, updatedAt } }, { upsert: true });
  }

  async remove(accountId: string): Promise<void> {
    await this.#docs.deleteOne({ _id: accountId });
  }
}

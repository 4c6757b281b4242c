import type { Collection } from '@estate/persistence';

/** An account whose closing can still be cancelled, or that is being closed. */
export interface HeldDoc {
  /** The account. */
  _id: string;
  accountId: string;
  closingId: string;
  heldAt: Date;
}

/** The accounts of which nothing is imported, and whose import sources cannot log in. */
export class HeldAccounts {
  readonly #docs: Collection<HeldDoc>;

  constructor(docs: Collection<HeldDoc>) {
    this.#docs = docs;
  }

  async hold(accountId: string, closing: { id: string; at: Date }): Promise<void> {
    await this.#docs.updateOne(
      { _id: accountId },
      { $set: { accountId, closingId: closing.id }, $setOnInsert: { heldAt: closing.at } },
      { upsert: true },
    );
  }

  /** Ends the hold of a closing; that of a later one stays. */
  async letGo(accountId: string, closingId: string): Promise<void> {
    await this.#docs.deleteOne({ _id: accountId, closingId });
  }

  async has(accountId: string): Promise<boolean> {
    return (await this.#docs.countDocuments({ _id: accountId }, { limit: 1 })) > 0;
  }
}

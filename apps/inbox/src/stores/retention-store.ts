import type { Collection } from '@estate/persistence';

export interface RetentionDoc {
  /** The id of the account. */
  _id: string;
  requestsDays: number;
  updatedAt: Date;
}

/** For how many days accounts keep their requests, where they have set a time of their own. */
export class RetentionStore {
  readonly #docs: Collection<RetentionDoc>;

  constructor(docs: Collection<RetentionDoc>) {
    this.#docs = docs;
  }

  async find(accountId: string): Promise<number | undefined> {
    return (await this.#docs.findOne({ _id: accountId }))?.requestsDays;
  }

  async set(accountId: string, requestsDays: number, updatedAt: Date): Promise<void> {
    await this.#docs.updateOne({ _id: accountId }, { $set: { requestsDays, updatedAt } }, { upsert: true });
  }

  /** The first account after an id that keeps its data for less than so many days. */
  async nextBelow(
    days: number,
    after: string,
  ): Promise<{ accountId: string; requestsDays: number } | undefined> {
    const [doc] = await this.#docs
      .find({ _id: { $gt: after }, requestsDays: { $lt: days } })
      .sort({ _id: 1 })
      .limit(1)
      .toArray();
    return doc && { accountId: doc._id, requestsDays: doc.requestsDays };
  }
}

import type { Collection } from '@estate/persistence';

export interface EndedSessionDoc {
  _id: string;
  expiresAt: Date;
}

/** Sessions of the dashboard that were ended early; kept until they would have expired. */
export class EndedSessionStore {
  readonly #docs: Collection<EndedSessionDoc>;

  constructor(docs: Collection<EndedSessionDoc>) {
    this.#docs = docs;
  }

  /** Adds a session; idempotent. */
  async add(id: string, expiresAt: Date): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $set: { expiresAt } }, { upsert: true });
  }

  async has(id: string): Promise<boolean> {
    return (await this.#docs.findOne({ _id: id }, { projection: { _id: 1 } })) !== null;
  }
}

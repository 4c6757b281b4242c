import type { Collection } from '@estate/persistence';
import type { AuthorizationRecord } from '../domain/authorization.ts';

export type AuthorizationDoc = Omit<AuthorizationRecord, 'id'> & { _id: string };

/** Redirect flows under way, each of which can be finished once. */
export class AuthorizationStore {
  readonly #docs: Collection<AuthorizationDoc>;

  constructor(docs: Collection<AuthorizationDoc>) {
    this.#docs = docs;
  }

  async insert({ id, ...fields }: AuthorizationRecord): Promise<void> {
    await this.#docs.insertOne({ _id: id, ...fields });
  }

  async find(id: string): Promise<AuthorizationRecord | null> {
    const doc = await this.#docs.findOne({ _id: id });
    if (!doc) return null;
    const { _id, ...fields } = doc;
    return { id: _id, ...fields };
  }

  /** Takes the one right to finish a flow; false when another callback has it. */
  async use(id: string, at: Date): Promise<boolean> {
    const result = await this.#docs.updateOne(
      { _id: id, usedAt: { $exists: false } },
      { $set: { usedAt: at } },
    );
    return result.modifiedCount === 1;
  }

  /** Gives the right back: nothing could be decided. */
  async handBack(id: string): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $unset: { usedAt: '' } });
  }
}

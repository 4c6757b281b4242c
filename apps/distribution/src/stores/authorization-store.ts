import { ensureIndexes } from '@estate/persistence';
import type { Collection, Db } from '@estate/persistence';
import type { AuthorizationRecord } from '../domain/authorization.ts';

/** How long a flow that is over is still told apart from one that never was. */
const KEEP_SECONDS = 24 * 60 * 60;

/** Redirect flows under way, each of which can be finished once. */
export class AuthorizationStore {
  readonly #docs: Collection<AuthorizationRecord>;

  constructor(db: Db) {
    this.#docs = db.collection<AuthorizationRecord>('authorizations');
  }

  async prepare(): Promise<void> {
    await ensureIndexes(this.#docs, [
      { key: { expiresAt: 1 }, name: 'retention', expireAfterSeconds: KEEP_SECONDS },
    ]);
  }

  async insert(record: AuthorizationRecord): Promise<void> {
    await this.#docs.insertOne(record);
  }

  find(id: string): Promise<AuthorizationRecord | null> {
    return this.#docs.findOne({ _id: id });
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

import type { Collection } from '@estate/persistence';
import type { AuthorizationRecord, SealedAccess } from '../domain/authorization.ts';

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

  /** Takes the right to finish a flow; false while another callback has it. It ends after `leaseMs`, in case its process was killed. */
  async use(id: string, at: Date, leaseMs: number): Promise<boolean> {
    const ended = new Date(at.getTime() - leaseMs);
    const result = await this.#docs.updateOne(
      { _id: id, $or: [{ usedAt: { $exists: false } }, { usedAt: { $lte: ended } }] },
      { $set: { usedAt: at } },
    );
    return result.modifiedCount === 1;
  }

  /** Gives the right back: nothing could be decided. */
  async handBack(id: string): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $unset: { usedAt: '' } });
  }

  async keepAccess(id: string, access: SealedAccess): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $set: { access } });
  }

  async dropAccess(id: string): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $unset: { access: '' } });
  }
}

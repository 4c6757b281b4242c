import { presentTime } from '../mongo/database-clock.ts';
import type { Collection, Db } from 'mongodb';

const DAY_MS = 86_400_000;
const KEPT_MS = 30 * DAY_MS;

interface ErasedDoc {
  /** The erasure, the kind and the id of an erased item, without data of the person. */
  _id: string;
  erasureId: string;
  kind: string;
  expiresAt: Date;
}

/** Counts the items that an erasure has erased. An item is noted before it is removed, so that a crash loses none and counts none twice. */
export class ErasureTally {
  readonly #docs: Collection<ErasedDoc>;

  constructor(db: Db) {
    this.#docs = db.collection('erased');
  }

  async note(erasureId: string, kind: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const expiresAt = new Date(presentTime().getTime() + KEPT_MS);
    const writes = ids.map((id) => ({
      updateOne: {
        filter: { _id: `${erasureId}:${kind}:${id}` },
        update: { $set: { erasureId, kind, expiresAt } },
        upsert: true,
      },
    }));
    await this.#docs.bulkWrite(writes, { ordered: false });
  }

  count(erasureId: string, kind: string): Promise<number> {
    return this.#docs.countDocuments({ erasureId, kind });
  }
}

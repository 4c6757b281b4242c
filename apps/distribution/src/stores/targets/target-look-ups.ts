import type { Collection, DueWork, Filter } from '@estate/persistence';
import type { LookUpCursor } from '../../domain/target.ts';
import { NOT_STOPPED, VISIBLE } from './target-document.ts';
import type { TargetDoc } from './target-document.ts';

/** Targets beyond this number follow those before them. */
const TARGETS_MAX = 1000;

/** When the objects of targets are looked at on their platforms. */
export class TargetLookUps {
  readonly #docs: Collection<TargetDoc>;

  constructor(docs: Collection<TargetDoc>) {
    this.#docs = docs;
  }

  /** Targets of these types whose next portion is due and that can be called. */
  due(types: readonly string[], now: Date): Promise<DueWork[]> {
    return this.#due(types, now, {});
  }

  /** The target, if its next portion is due and it can be called. */
  async ifDue(id: string, types: readonly string[], now: Date): Promise<DueWork | null> {
    const [due] = await this.#due(types, now, { _id: id });
    return due ?? null;
  }

  async #due(types: readonly string[], now: Date, filter: Filter<TargetDoc>): Promise<DueWork[]> {
    const docs = await this.#docs
      .find(
        {
          type: { $in: [...types] },
          // A target that was never looked at is due.
          'lookUp.dueAt': { $not: { $gt: now } },
          retryAt: { $lte: now },
          ...NOT_STOPPED,
          ...VISIBLE,
          ...filter,
        },
        { projection: { accountId: 1, createdAt: 1, lookUp: 1 } },
      )
      .sort({ 'lookUp.dueAt': 1 })
      .limit(TARGETS_MAX)
      .toArray();
    return docs.map(({ _id: id, accountId, createdAt, lookUp }) => ({
      id,
      accountId,
      dueAt: lookUp?.dueAt ?? createdAt,
    }));
  }

  /** A portion is over, or has to wait. */
  async moved(id: string, cursor: LookUpCursor): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $set: { lookUp: cursor } });
  }
}

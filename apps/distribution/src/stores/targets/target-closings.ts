import type { Collection } from '@estate/persistence';
import type { TargetRecord } from '../../domain/target.ts';
import { DELETION_ENDS, NEXT_GENERATION, VISIBLE, fromTargetDoc } from './target-document.ts';
import type { TargetDoc } from './target-document.ts';

/** The targets of accounts that are being closed. They are kept until the account is erased. */
export class TargetClosings {
  readonly #docs: Collection<TargetDoc>;

  constructor(docs: Collection<TargetDoc>) {
    this.#docs = docs;
  }

  /** No lane of the account publishes from now on. A target that was made since the last call is held, too. */
  async hold(accountId: string, { id, at }: { id: string; at: Date }): Promise<void> {
    const closing = { id, at, isHeld: true as const };
    await this.#docs.updateMany({ accountId, 'closing.id': { $ne: id } }, { $set: { closing } });
  }

  /** Everything goes on as it was before the closing; returns the targets whose lanes to wake. */
  async letGo(accountId: string, closingId: string): Promise<string[]> {
    const held = { accountId, 'closing.id': closingId };
    const ids = await this.#idsOf(held);
    await this.#docs.updateMany(held, { $unset: { closing: '' }, $inc: NEXT_GENERATION });
    return ids;
  }

  /**
   * Deletes all targets of the account, and lets their lanes take off what is deleted. A pause of the customer ends with it. Returns the
   * targets whose lanes to wake.
   */
  async takeDown(accountId: string, { id, at }: { id: string; at: Date }): Promise<string[]> {
    const untouched = {
      accountId,
      $or: [VISIBLE, { 'closing.isHeld': true }, { 'closing.id': { $ne: id } }],
    };
    const ids = await this.#idsOf(untouched);
    await this.#docs.updateMany(
      { accountId, ...VISIBLE },
      { $set: { deletedAt: at }, $unset: { ...DELETION_ENDS, emptying: '' } },
    );
    await this.#docs.updateMany(
      { _id: { $in: ids } },
      { $set: { closing: { id, at } }, $inc: NEXT_GENERATION },
    );
    return ids;
  }

  /** True if the target stays although nothing is left to be done on it. */
  async isKept(id: string): Promise<boolean> {
    const kept = { _id: id, closing: { $exists: true } };
    return (await this.#docs.findOne(kept, { projection: { _id: 1 } })) !== null;
  }

  /** The targets with these ids, deleted ones included. */
  async named(ids: readonly string[]): Promise<ReadonlyMap<string, TargetRecord>> {
    const docs = await this.#docs.find({ _id: { $in: [...ids] } }).toArray();
    return new Map(docs.map((doc) => [doc._id, fromTargetDoc(doc)]));
  }

  async #idsOf(filter: object): Promise<string[]> {
    const docs = await this.#docs.find(filter, { projection: { _id: 1 } }).toArray();
    return docs.map(({ _id }) => _id);
  }
}

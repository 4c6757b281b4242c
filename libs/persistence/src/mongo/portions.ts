import type { Collection, Filter } from 'mongodb';
import { firstIdAt } from './ids.ts';

const AT_ONCE = 200;

/** The position of a walk over a collection. */
export interface WalkDoc {
  /** The name of the walk. */
  _id: string;
  /** The id of the last document that was processed. */
  after: string;
}

/** The ids of one portion of a walk, and the position of the next one. */
interface Portion {
  /** The last id before the portion. */
  from: string;
  after: string;
  hasMore: boolean;
}

export interface WalkOptions {
  name: string;
  /** The minimum age of documents: younger ones may still be in transit to the database while later ones are stored already. */
  settledMs: number;
}

/** A walk over all documents of a collection in portions. It continues from its last position, also after a restart. */
export class Portions<T extends { _id: string }> {
  readonly #docs: Collection<T>;
  readonly #walks: Collection<WalkDoc>;
  readonly #options: WalkOptions;

  constructor(docs: Collection<T>, walks: Collection<WalkDoc>, options: WalkOptions) {
    this.#docs = docs;
    this.#walks = walks;
    this.#options = options;
  }

  /** The portion after the last finished one. */
  async next(now: Date): Promise<Portion> {
    const from = await this.position(now);
    const docs = (await this.#docs
      .find({ _id: { $gt: from, $lt: this.#settled(now) } } as Filter<T>, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray()) as unknown as { _id: string }[];
    return { from, after: docs.at(-1)?._id ?? from, hasMore: docs.length === AT_ONCE };
  }

  /**
   * The id up to which the walk has passed all documents. An id in the future was written by a clock that was ahead: newer documents lie
   * behind it, so the walk starts again.
   */
  async position(now: Date): Promise<string> {
    const after = (await this.#walks.findOne({ _id: this.#options.name }))?.after ?? '';
    const settled = this.#settled(now);
    if (after > firstIdAt(now)) return '';
    return after < settled ? after : settled;
  }

  #settled(now: Date): string {
    return firstIdAt(new Date(now.getTime() - this.#options.settledMs));
  }

  async finish({ after }: Pick<Portion, 'after'>): Promise<void> {
    await this.#walks.updateOne({ _id: this.#options.name }, { $set: { after } }, { upsert: true });
  }
}

import type { Collection, Filter } from 'mongodb';
import { firstIdAt } from './ids.ts';

const AT_ONCE = 200;

/** How far a walk over a collection has come. */
export interface WalkDoc {
  /** The name of the walk. */
  _id: string;
  /** The id of the last document that was looked at. */
  after: string;
}

/** One portion of a walk, and where the next one begins. */
export interface Portion<T> {
  docs: T[];
  after: string;
  hasMore: boolean;
}

export interface WalkOptions {
  name: string;
  /** Younger documents may still be on their way into the database while older ones are already there. */
  settledMs: number;
}

/** A walk over all documents of a collection in portions. It continues where it ended, also after a restart. */
export class Portions<T extends { _id: string }> {
  readonly #docs: Collection<T>;
  readonly #walks: Collection<WalkDoc>;
  readonly #options: WalkOptions;

  constructor(docs: Collection<T>, walks: Collection<WalkDoc>, options: WalkOptions) {
    this.#docs = docs;
    this.#walks = walks;
    this.#options = options;
  }

  /** The portion after the last one that was finished. */
  async next(now: Date): Promise<Portion<T>> {
    const { name, settledMs } = this.#options;
    const after = (await this.#walks.findOne({ _id: name }))?.after ?? '';
    const settled = firstIdAt(new Date(now.getTime() - settledMs));
    const docs = (await this.#docs
      .find({ _id: { $gt: after, $lt: settled } } as Filter<T>)
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray()) as unknown as T[];
    return { docs, after: docs.at(-1)?._id ?? after, hasMore: docs.length === AT_ONCE };
  }

  /** Whether the walk has passed every document that is older than a moment, as far as such documents are settled. */
  async isPast(moment: Date, now: Date): Promise<boolean> {
    const { name, settledMs } = this.#options;
    const settled = new Date(Math.min(moment.getTime(), now.getTime() - settledMs));
    const after = (await this.#walks.findOne({ _id: name }))?.after ?? '';
    const left = { _id: { $gt: after, $lt: firstIdAt(settled) } } as Filter<T>;
    return (await this.#docs.findOne(left, { projection: { _id: 1 } })) === null;
  }

  async finish({ after }: Pick<Portion<T>, 'after'>): Promise<void> {
    await this.#walks.updateOne({ _id: this.#options.name }, { $set: { after } }, { upsert: true });
  }
}

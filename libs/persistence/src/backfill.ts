import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { Portions } from './portions.ts';
import type { WalkDoc, WalkOptions } from './portions.ts';

interface BackfillOptions<T> extends WalkOptions {
  /** The change of a document as it was seen, by its filter; undefined for one that needs none. */
  missing: (doc: T) => { seen: Filter<T>; update: UpdateFilter<T> } | undefined;
}

/** Gives a field to the documents that a version without it has stored. It continues where it ended, also after a restart. */
export class Backfill<T extends { _id: string }> {
  readonly #docs: Collection<T>;
  readonly #portions: Portions<T>;
  readonly #options: BackfillOptions<T>;

  constructor(docs: Collection<T>, walks: Collection<WalkDoc>, options: BackfillOptions<T>) {
    this.#docs = docs;
    this.#portions = new Portions(docs, walks, options);
    this.#options = options;
  }

  /** Looks at the next portion; false at the end. */
  async fillNext(now: Date): Promise<boolean> {
    const portion = await this.#portions.next(now);
    for (const doc of portion.docs) {
      const change = this.#options.missing(doc);
      if (change) await this.#docs.updateOne(change.seen, change.update);
    }
    await this.#portions.finish(portion);
    return portion.hasMore;
  }

  /** Whether every document that is older than the given moment has the field. */
  async isPast(moment: Date, now: Date): Promise<boolean> {
    return this.#portions.isPast(moment, now);
  }
}

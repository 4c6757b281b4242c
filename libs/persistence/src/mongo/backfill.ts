import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { firstIdAt } from './ids.ts';
import { Portions } from './portions.ts';
import type { WalkDoc, WalkOptions } from './portions.ts';

const AT_ONCE = 200;
const SECOND_MS = 1000;

interface BackfillOptions<T> extends WalkOptions {
  /** Selects the documents that should have the field and lack it. */
  lacking: Filter<T>;
  /** The change of an unchanged document, by its filter. */
  change: (doc: T) => Change<T> | Promise<Change<T>>;
}

interface Change<T> {
  seen: Filter<T>;
  update: UpdateFilter<T>;
}

/** Adds a field to documents of an earlier version. It continues from its last position, also after a restart. */
export class Backfill<T extends { _id: string }> {
  readonly #docs: Collection<T>;
  readonly #portions: Portions<T>;
  readonly #options: BackfillOptions<T>;

  constructor(docs: Collection<T>, walks: Collection<WalkDoc>, options: BackfillOptions<T>) {
    this.#docs = docs;
    this.#portions = new Portions(docs, walks, options);
    this.#options = options;
  }

  /** Processes the next portion; false at the end. */
  async fillNext(now: Date): Promise<boolean> {
    const portion = await this.#portions.next(now);
    await this.#fill({ $gt: portion.from, $lte: portion.after });
    await this.#portions.finish(portion);
    return portion.hasMore;
  }

  /**
   * Adds the field to a portion of the documents that lack it now and are not younger than a moment; true if none lacked it. Only documents
   * that the walk has not passed are read.
   */
  async fillUntil(moment: Date, now: Date): Promise<boolean> {
    const from = await this.#portions.position(now);
    const younger = firstIdAt(new Date(moment.getTime() + SECOND_MS));
    return (await this.#fill({ $gt: from, $lt: younger })) === 0;
  }

  /** Returns the number of documents that lacked the field. */
  async #fill(ids: { $gt: string } & ({ $lt: string } | { $lte: string })): Promise<number> {
    const { lacking, change } = this.#options;
    const filter = { ...lacking, _id: ids } as Filter<T>;
    const docs = (await this.#docs.find(filter).limit(AT_ONCE).toArray()) as unknown as T[];
    for (const doc of docs) {
      const { seen, update } = await change(doc);
      await this.#docs.updateOne({ ...lacking, ...seen }, update);
    }
    return docs.length;
  }
}

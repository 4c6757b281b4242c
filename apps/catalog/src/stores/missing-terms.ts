import { Portions } from '@estate/persistence';
import type { Collection, WalkDoc } from '@estate/persistence';
import { LIVE } from './property-document.ts';

/** Younger documents may still be on their way into the database while older ones are already there. */
const SETTLED_MS = 60_000;

interface Found {
  _id: string;
  revision: number;
  terms?: string[];
  removeWhenSent?: boolean;
}

interface Terms<T> {
  /** The name of the walk. */
  name: string;
  termsOf: (doc: T) => string[];
}

/** Gives their terms to documents that were saved by a version without them. */
export class MissingTerms<T extends Found> {
  readonly #docs: Collection<Found>;
  readonly #portions: Portions<T>;
  readonly #termsOf: Terms<T>['termsOf'];

  constructor(docs: Collection<T>, walks: Collection<WalkDoc>, { name, termsOf }: Terms<T>) {
    this.#docs = docs as unknown as Collection<Found>;
    this.#portions = new Portions(docs, walks, { name, settledMs: SETTLED_MS });
    this.#termsOf = termsOf;
  }

  /** Looks at the next portion; false at the end. A later call continues where this one ended, also after a restart. */
  async fillNext(now: Date): Promise<boolean> {
    const portion = await this.#portions.next(now);
    const without = portion.docs.filter(({ terms, removeWhenSent }) => !terms && !removeWhenSent);
    for (const doc of without) await this.#fill(doc);
    await this.#portions.finish(portion);
    return portion.hasMore;
  }

  /** A concurrent change writes its own terms. */
  async #fill(doc: T): Promise<void> {
    const seen = { _id: doc._id, revision: doc.revision, terms: { $exists: false }, ...LIVE };
    await this.#docs.updateOne(seen, { $set: { terms: this.#termsOf(doc) } });
  }
}

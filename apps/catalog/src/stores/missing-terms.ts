import { Portions } from '@estate/persistence';
import type { Collection, WalkDoc } from '@estate/persistence';
import { LIVE, searchTerms } from './property-document.ts';
import type { PropertyDoc } from './property-document.ts';

/** Younger properties may still be on their way into the database while older ones are already there. */
const SETTLED_MS = 60_000;

/** Gives their terms to properties that were saved by a version without them. */
export class MissingTerms {
  readonly #docs: Collection<PropertyDoc>;
  readonly #portions: Portions<PropertyDoc>;

  constructor(docs: Collection<PropertyDoc>, walks: Collection<WalkDoc>) {
    this.#docs = docs;
    this.#portions = new Portions(docs, walks, { name: 'property-terms', settledMs: SETTLED_MS });
  }

  /** Looks at the next portion; false at the end. A later call continues where this one ended, also after a restart. */
  async fillNext(now: Date): Promise<boolean> {
    const portion = await this.#portions.next(now);
    const without = portion.docs.filter(({ terms, removeWhenSent }) => !terms && !removeWhenSent);
    for (const doc of without) await this.#fill(doc);
    await this.#portions.finish(portion);
    return portion.hasMore;
  }

  /** A concurrent change of the property writes its own terms. */
  async #fill(doc: PropertyDoc): Promise<void> {
    const seen = { _id: doc._id, revision: doc.revision, terms: { $exists: false }, ...LIVE };
    await this.#docs.updateOne(seen, { $set: { terms: searchTerms(doc) } });
  }
}

import type { PropertySummary } from '@estate/contracts';
import { Portions, unchanged } from '@estate/persistence';
import type { Collection, Portion, WalkDoc } from '@estate/persistence';
import { standingOf } from '../../domain/listing-standing.ts';
import { summarized } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';

/** Younger listings may still be on their way into the database while older ones are already there. */
const SETTLED_MS = 60_000;

/** Gives listings that were saved by an earlier version what lists and searches find them by. */
export class MissingFields {
  readonly #docs: Collection<ListingDoc>;
  readonly #portions: Portions<ListingDoc>;

  constructor(docs: Collection<ListingDoc>, walks: Collection<WalkDoc>) {
    this.#docs = docs;
    this.#portions = new Portions(docs, walks, { name: 'listing-fields', settledMs: SETTLED_MS });
  }

  /** The listings of the next portion that were saved without what lists and searches need. */
  async next(now: Date): Promise<Portion<ListingDoc>> {
    const portion = await this.#portions.next(now);
    const lack = ({ state, standing, summary }: ListingDoc) => state === 'live' && !(standing && summary);
    return { ...portion, docs: portion.docs.filter(lack) };
  }

  /** A concurrent change of the listing writes the standing itself. */
  async stand(doc: ListingDoc): Promise<void> {
    const seen = unchanged(doc, [
      'published',
      'preventPublication',
      'lastError',
      'lastPublishedAt',
      'withheld',
    ]);
    await this.#docs.updateOne(
      { _id: doc._id, state: 'live', standing: { $exists: false }, ...seen },
      { $set: { standing: standingOf(doc) } },
    );
  }

  async summarize(
    { accountId, propertyId }: Pick<ListingDoc, 'accountId' | 'propertyId'>,
    summary: PropertySummary,
  ): Promise<void> {
    await this.#docs.updateMany(
      { accountId, propertyId, state: 'live', summary: { $exists: false } },
      { $set: { ...summarized(summary) } },
    );
  }

  finish(portion: Pick<Portion<ListingDoc>, 'after'>): Promise<void> {
    return this.#portions.finish(portion);
  }
}

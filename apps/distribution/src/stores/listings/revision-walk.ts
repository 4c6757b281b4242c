import { NO_ATTEMPTS } from '../../domain/publication.ts';
import { COMPARED_PROPERTIES_MAX } from '@estate/contracts';
import type { PropertySummary } from '@estate/contracts';
import type { Collection, WalkDoc } from '@estate/persistence';
import { newRequestId } from '@estate/observability';
import { summarized } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';

const WALK = 'revisions';
const NONE = 0;

/** The revision of a property that its listings know. */
export interface KnownRevision {
  propertyId: string;
  revision: number;
}

/** The revision that the catalog has. */
export interface PresentRevision extends KnownRevision {
  summary: PropertySummary;
}

type Seen = Pick<ListingDoc, '_id' | 'propertyId' | 'targetId' | 'heardRevision' | 'state' | 'dueAt'>;

const SEEN = { propertyId: 1, targetId: 1, heardRevision: 1, state: 1, dueAt: 1 } as const;

/** One portion of the walk over all listings, which begins again at its end. */
export interface ComparedPortion {
  listings: readonly Seen[];
  /** By property. One whose listings know different revisions has revision 0, which no property has. */
  known: KnownRevision[];
}

/** Compares the revisions that listings know with those of the catalog, portion by portion, without end. */
export class RevisionWalk {
  readonly #docs: Collection<ListingDoc>;
  readonly #walks: Collection<WalkDoc>;

  constructor(docs: Collection<ListingDoc>, walks: Collection<WalkDoc>) {
    this.#docs = docs;
    this.#walks = walks;
  }

  /** The listings after those of the last portion that nothing is to be done for. */
  async next(): Promise<ComparedPortion & { after: string }> {
    const after = (await this.#walks.findOne({ _id: WALK }))?.after ?? '';
    const docs = await this.#docs
      .find({ _id: { $gt: after } }, { projection: SEEN })
      .sort({ _id: 1 })
      .limit(COMPARED_PROPERTIES_MAX)
      .toArray();
    const isEnd = docs.length < COMPARED_PROPERTIES_MAX;
    // A due listing is published with the newest revision anyway.
    const listings = docs.filter(({ state, dueAt }) => state === 'live' && dueAt === undefined);
    return { listings, known: knownOf(listings), after: isEnd ? '' : (docs.at(-1)?._id ?? '') };
  }

  /** Makes the listings due that know another revision; returns their targets. */
  async follow(
    { listings }: ComparedPortion,
    present: readonly PresentRevision[],
    now: Date,
  ): Promise<string[]> {
    const revisions = new Map(present.map((one) => [one.propertyId, one]));
    const targets = new Set<string>();
    for (const { _id, propertyId, targetId, heardRevision } of listings) {
      const there = revisions.get(propertyId);
      if (!there || there.revision === heardRevision) continue;
      const { revision: lastSeen, summary } = there;
      const { modifiedCount } = await this.#docs.updateOne(
        { _id, state: 'live', heardRevision, dueAt: { $exists: false } },
        {
          $set: {
            heardRevision: lastSeen,
            ...summarized(summary),
            dueAt: now,
            ...NO_ATTEMPTS,
            'wanted.requestId': newRequestId(),
          },
          $inc: { 'wanted.version': 1 },
          $unset: { 'wanted.actor': '' },
        },
      );
      if (modifiedCount === 1) targets.add(targetId);
    }
    return [...targets];
  }

  async finish({ after }: { after: string }): Promise<void> {
    await this.#walks.updateOne({ _id: WALK }, { $set: { after } }, { upsert: true });
  }
}

function knownOf(listings: readonly Seen[]): KnownRevision[] {
  const ofProperty = Map.groupBy(listings, ({ propertyId }) => propertyId);
  return [...ofProperty].map(([propertyId, seen]) => {
    const [first = NONE, ...others] = new Set(seen.map(({ heardRevision }) => heardRevision));
    return { propertyId, revision: others.length === 0 ? first : NONE };
  });
}

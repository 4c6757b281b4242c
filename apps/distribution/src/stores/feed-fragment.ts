/** One listing as the documents of a feed contain it. */
export interface Fragment {
  listingId: string;
  accountId: string;
  targetId: string;
  /** The number of the publication, as in the listing. */
  sequence: number;
  /** The element `immobilie`. */
  openimmo: string;
  /** An object in JSON. */
  jsonLd: string;
}

export type FragmentDoc = Omit<Fragment, 'listingId'> & {
  /** The id of the listing. */
  _id: string;
  /** No fetch has contained it yet. */
  isNew?: true;
  /** When a fetch contained it first; present until its listing knows that. */
  fetchedAt?: Date;
};

/** The two forms of a fragment: no document has both. */
export type FragmentForm = 'openimmo' | 'jsonLd';
export type FragmentIn = Pick<FragmentDoc, '_id' | 'sequence' | 'isNew'> & { text: string };

/** A fragment in a document that was fetched. */
export type FetchedFragment = Pick<Fragment, 'listingId' | 'sequence'>;

/** The listings behind `after`, up to `upTo`. */
export interface ListingRange {
  after: string;
  upTo: string;
}

/** Behind all ids. */
export const LAST_ID = '~';

export const within = ({ after, upTo }: ListingRange, targetId: string) => ({
  targetId,
  _id: { $gt: after, $lte: upTo },
});

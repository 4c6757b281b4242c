import type { PropertySummary } from '@estate/contracts';
import { termsOf } from '@estate/persistence';
import type { WithOutbox } from '@estate/persistence';
import type { Standing } from '../../domain/listing-standing.ts';
import type { ListingRecord } from '../../domain/listing.ts';

/** A listing as it is saved. */
export interface ListingDoc
  extends Omit<ListingRecord, 'id' | 'lastSeenRevision' | 'internalErrors'>, WithOutbox, Listed {
  _id: string;
  heardRevision: number;
  troubles?: number;
}

/** The fields by which lists find a listing. Only live listings have them. */
interface Listed {
  standing?: Standing;
  /** Words of the summary of the property. */
  terms?: string[];
}

/** The fields from which everything follows that a customer sees of a listing. */
export const SHOWN = [
  'preventPublication',
  'publishFrom',
  'publishUntil',
  'plannedAt',
  'withheld',
  'stillOnline',
  'published',
  'updatedAt',
  'publicUrl',
  'platformAnswer',
  'lastPublishedAt',
  'lastError',
  'dueAt',
  'attempt',
  'attemptsOfAll',
  'summary',
] as const;

/** Part of an `$unset` that takes a listing out of the lists. */
export const UNLISTED = { standing: '', terms: '' } as const;

/** Part of an `$unset` after which the next package contains all files, whatever the platform has. */
export const ALL_FILES_AGAIN = { sentFiles: '' } as const;

/** The same, also where a package is under way: what it brings is not known either. */
export const FILES_DOUBTED = { $unset: ALL_FILES_AGAIN, $inc: { fileDoubts: 1 } } as const;

/** Part of a `$set` that keeps the summary of a property, and what searches find the listing by. */
export const summarized = (
  summary: PropertySummary | undefined,
): Pick<ListingDoc, 'summary' | 'terms'> | undefined =>
  summary && { summary, terms: termsOf(summary.title, summary.city, summary.externalId) };

export const toListingDoc = ({
  id,
  lastSeenRevision,
  internalErrors: troubles,
  ...fields
}: ListingRecord): ListingDoc => ({
  _id: id,
  heardRevision: lastSeenRevision,
  ...(troubles !== undefined && { troubles }),
  ...fields,
});

export function fromListingDoc(doc: ListingDoc): ListingRecord {
  const { _id, heardRevision, troubles, standing: _standing, terms: _terms, ...others } = doc;
  const { outbox: _outbox, removeWhenSent: _removeWhenSent, ...fields } = others;
  const internalErrors = troubles === undefined ? {} : { internalErrors: troubles };
  return { id: _id, lastSeenRevision: heardRevision, ...internalErrors, ...fields };
}

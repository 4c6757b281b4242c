import type { PropertySummary } from '@estate/contracts';
import { outboxIndex, termsOf } from '@estate/persistence';
import type { Collection, Db, IndexSpec, WithOutbox } from '@estate/persistence';
import type { Standing } from '../../domain/listing-standing.ts';
import type { ListingRecord } from '../../domain/listing.ts';

/** A listing as it is saved. */
export interface ListingDoc
  extends Omit<ListingRecord, 'id' | 'lastSeenRevision' | 'internalErrors'>, WithOutbox, Listed {
  _id: string;
  heardRevision: number;
  troubles?: number;
}

/** What lists find a listing by. Only live listings have it. */
interface Listed {
  standing?: Standing;
  /** Of the summary of the property. */
  terms?: string[];
}

/** What a customer sees of a listing follows from these. */
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
  'lastPublishedAt',
  'lastError',
  'dueAt',
  'attempt',
  'summary',
] as const;

/** Part of an `$unset` that takes a listing out of the lists. */
export const UNLISTED = { standing: '', terms: '' } as const;

/** Part of a `$set` that keeps the summary of a property, and what searches find the listing by. */
export const summarized = (
  summary: PropertySummary | undefined,
): Pick<ListingDoc, 'summary' | 'terms'> | undefined =>
  summary && { summary, terms: termsOf(summary.title, summary.city, summary.externalId) };

const onlyDue = { partialFilterExpression: { dueAt: { $exists: true } } };

export const listingIndexes: readonly IndexSpec[] = [
  {
    // A property and a target have one account: it guards the same without it, but a sharded collection needs its key in front.
    key: { accountId: 1, propertyId: 1, targetId: 1 },
    name: 'one-of-account-per-property-and-target',
    unique: true,
    partialFilterExpression: { counts: true },
  },
  { key: { accountId: 1, state: 1, _id: 1 }, name: 'account' },
  { key: { propertyId: 1, state: 1, targetId: 1 }, name: 'property' },
  { key: { targetId: 1, dueAt: 1, accountId: 1 }, name: 'due-of-target', ...onlyDue },
  { key: { dueAt: 1 }, name: 'due', ...onlyDue },
  { key: { plannedAt: 1 }, name: 'planned', sparse: true },
  { key: { targetId: 1, state: 1, _id: 1 }, name: 'state-of-target' },
  { key: { accountId: 1, standing: 1, _id: 1 }, name: 'page-of-standing' },
  { key: { accountId: 1, targetId: 1, standing: 1, _id: 1 }, name: 'page-of-target' },
  { key: { accountId: 1, terms: 1, standing: 1, _id: 1 }, name: 'search' },
  {
    key: { accountId: 1, 'summary.externalId': 1 },
    name: 'external-id',
    partialFilterExpression: { state: 'live' },
  },
  {
    key: { targetId: 1, 'remote.objectId': 1 },
    name: 'object',
    partialFilterExpression: { 'remote.objectId': { $exists: true } },
  },
  { key: { pendingSince: 1 }, name: 'pending', sparse: true },
  { key: { 'stillOnline.againAt': 1 }, name: 'still-online', sparse: true },
  outboxIndex,
];

export const listingCollection = (db: Db): Collection<ListingDoc> => db.collection<ListingDoc>('listings');

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

import { outboxIndex } from '@estate/persistence';
import type { Collection, Db, IndexSpec, WithOutbox } from '@estate/persistence';
import type { ListingRecord } from '../../domain/listing.ts';

/** A listing as it is saved. */
export type ListingDoc = Omit<ListingRecord, 'id' | 'lastSeenRevision' | 'internalErrors'> &
  WithOutbox & { _id: string; heardRevision: number; troubles?: number };

const onlyDue = { partialFilterExpression: { dueAt: { $exists: true } } };

export const listingIndexes: readonly IndexSpec[] = [
  {
    key: { propertyId: 1, targetId: 1 },
    name: 'one-per-property-and-target',
    unique: true,
    partialFilterExpression: { counts: true },
  },
  { key: { accountId: 1, state: 1, _id: 1 }, name: 'account' },
  { key: { propertyId: 1, state: 1, targetId: 1 }, name: 'property' },
  { key: { targetId: 1, dueAt: 1, accountId: 1 }, name: 'due-of-target', ...onlyDue },
  { key: { dueAt: 1 }, name: 'due', ...onlyDue },
  { key: { targetId: 1, state: 1, _id: 1 }, name: 'state-of-target' },
  { key: { pendingSince: 1 }, name: 'pending', sparse: true },
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
  const { _id, heardRevision, troubles, outbox: _outbox, removeWhenSent: _removeWhenSent, ...fields } = doc;
  const internalErrors = troubles === undefined ? {} : { internalErrors: troubles };
  return { id: _id, lastSeenRevision: heardRevision, ...internalErrors, ...fields };
}

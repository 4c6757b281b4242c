import type { Collection } from '@estate/persistence';
import type { ListingRecord } from '../domain/listing.ts';
import type { ListingDoc } from './listing-store.ts';
import { isSameNumber } from '../domain/published-number.ts';

/** Has everything sent again that a portal may have taken off together with a former number of this listing. */
export async function republishSharers(
  listings: Collection<ListingDoc>,
  { _id, targetId, wanted }: ListingRecord,
  { formerNumber, at }: { formerNumber: string; at: Date },
): Promise<void> {
  const live = { targetId, state: 'live' as const, _id: { $ne: _id } };
  const projection = { 'property.externalId': 1, 'property.publishedAs': 1 };
  const sharers: string[] = [];
  for await (const { _id: id, property } of listings.find(live, { projection })) {
    if (property && isSameNumber(property, formerNumber)) sharers.push(id);
  }
  if (sharers.length === 0) return;
  const reason = { dueAt: at, attempt: 0, 'wanted.requestId': wanted.requestId };
  await listings.updateMany(
    { ...live, _id: { $in: sharers } },
    { $set: reason, $inc: { 'wanted.version': 1 } },
  );
}

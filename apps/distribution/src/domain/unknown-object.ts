import type { UnknownObject } from '@estate/contracts';
import { pendingListing } from './listing.ts';
import type { ListingRecord, SentProperty } from './listing.ts';

/** More packages than are sent of a listing between two backups. */
export const LOST_AT_MOST = 10_000;

/** An object that was published for a listing which a restored backup does not have. */
export interface UnknownObjectRecord {
  /** The id of the listing. */
  id: string;
  accountId: string;
  targetId: string;
  propertyId: string;
  publishedAt: Date;
  publicUrl?: string;
  /** Present if the backup does not have the property either. */
  property?: SentProperty;
}

/** A deleted listing, as which the object is taken off its platform. */
export function deletionOfUnknown(
  { id, accountId, targetId, propertyId, property }: UnknownObjectRecord,
  { requestId, at }: { requestId: string; at: Date },
): ListingRecord {
  const {
    counts: _counts,
    pendingSince: _since,
    ...pending
  } = pendingListing({
    ...{ id, accountId, targetId, propertyId, requestId, at },
  });
  return {
    ...pending,
    state: 'deleted',
    wanted: { ...pending.wanted, action: 'delete' },
    dueAt: at,
    sequence: LOST_AT_MOST,
    everUploaded: true,
    ...(property && { property }),
  };
}

export const unknownObjectResource = ({
  property,
  publishedAt,
  ...object
}: UnknownObjectRecord): UnknownObject => ({
  ...object,
  publishedAt: publishedAt.toISOString(),
  ...(property && { externalId: property.externalId }),
});

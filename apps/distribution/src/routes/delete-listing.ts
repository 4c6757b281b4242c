import { deleteListing } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { listingResource } from '../domain/listing.ts';

/** Answers at once; the lane takes the property off the platform and tells. */
export const deleteListingRoute = ({ clock, listings, ring }: Deps) =>
  answer(deleteListing, async ({ id }, { accountId, requestId }) => {
    const listing = found(await listings.delete(accountId, id, { at: clock(), requestId }), 'listing', id);
    ring(listing.targetId);
    return listingResource(listing);
  });

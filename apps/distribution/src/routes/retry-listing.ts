import { retryListing } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { listingResource } from '../domain/listing.ts';

/** Publishes the listing now, with all attempts before it and without waiting for a lane that is held back. */
export const retryListingRoute = ({ clock, listings, ring, targets }: Deps) =>
  answer(retryListing, async ({ id }, { accountId, requestId }) => {
    const { targetId } = found(await listings.find(accountId, id), 'listing', id);
    await targets.openLane(targetId);
    const listing = found(await listings.makeDue(accountId, id, { at: clock(), requestId }), 'listing', id);
    ring(targetId);
    return listingResource(listing);
  });

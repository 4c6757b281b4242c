import { updateListing } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { requirePublishing } from '../domain/listing-rules.ts';
import { listingResource } from '../domain/listing.ts';
import { requireSame } from '../domain/target-rules.ts';

/** Publishes the listing again; nothing about it can change. */
export const updateListingRoute = ({ clock, listings, ring }: Deps) =>
  answer(
    updateListing,
    async ({ id, propertyId, targetId, preventPublication }, { accountId, requestId }) => {
      const stored = found(await listings.find(accountId, id), 'listing', id);
      requireSame('propertyId', stored.propertyId, propertyId);
      requireSame('targetId', stored.targetId, targetId);
      requirePublishing(preventPublication);
      const listing = found(await listings.makeDue(accountId, id, { at: clock(), requestId }), 'listing', id);
      ring(listing.targetId);
      return listingResource(listing);
    },
  );

import { updateListing } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { requirePublishing } from '../domain/listing-rules.ts';
import { listingResource } from '../domain/listing.ts';
import { requireSame } from '../domain/target-rules.ts';

/** Publishes the listing again; only whether the platform may show it can change. */
export const updateListingRoute = ({ clock, listings, ring, targets }: Deps) =>
  answer(
    updateListing,
    async ({ id, propertyId, targetId, preventPublication }, { accountId, requestId }) => {
      const stored = found(await listings.find(accountId, id), 'listing', id);
      requireSame('propertyId', stored.propertyId, propertyId);
      requireSame('targetId', stored.targetId, targetId);
      const target = found(await targets.find(accountId, stored.targetId), 'target', stored.targetId);
      requirePublishing(preventPublication, target);
      const change = {
        at: clock(),
        requestId,
        ...(preventPublication !== undefined && { preventPublication }),
      };
      const listing = found(await listings.replace(accountId, id, change), 'listing', id);
      ring(listing.targetId);
      return listingResource(listing);
    },
  );

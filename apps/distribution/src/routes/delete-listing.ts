import { deleteListing } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { listingResource } from '../domain/listing.ts';
import { shownListing, withPause } from '../listings/shown-listing.ts';

/** Answers at once; the lane takes the property off the platform and publishes the outcome. */
export const deleteListingRoute = ({ clock, listings, targets, wakeLane }: Deps) =>
  answer(deleteListing, async ({ id }, asker) => {
    const { accountId } = asker;
    const deleted = await changeIfMatch(asker, {
      shownBy: deleteListing,
      read: async () => withPause(found(await listings.find(accountId, id), 'listing', id), { targets }),
      show: ({ stored, paused }) => listingResource(stored, paused),
      write: ({ stored }, only) =>
        listings.delete(stored, { at: clock(), ...traceOf(asker), ...(only && { seen: stored }) }),
    });
    const listing = found(deleted, 'listing', id);
    wakeLane(listing.targetId);
    return shownListing(listing, { targets });
  });

import { retryListing } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { shownListing } from '../listings/shown-listing.ts';

/** Publishes the listing now, with all attempts before it and without waiting for a lane that has to wait. */
export const retryListingRoute = ({ clock, listings, targets, wakeLane }: Deps) =>
  answer(retryListing, async ({ id }, caller) => {
    const { accountId } = caller;
    const reason = { at: clock(), ...traceOf(caller) };
    const present = found(await listings.find(accountId, id), 'listing', id);
    const { targetId } = present;
    await targets.openLane(targetId);
    const listing = found(await listings.makeDue(present, reason), 'listing', id);
    wakeLane(targetId);
    return shownListing(listing, { targets });
  });

import { updateListing } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { requireOrder, requirePublishing } from '../domain/listing-rules.ts';
import { timesOf } from '../domain/listing-times.ts';
import { listingResource } from '../domain/listing.ts';
import { requireSame } from '../domain/target-rules.ts';
import { shownListing, withPause } from '../listings/shown-listing.ts';

/** Publishes the listing again; only whether and when the platform may show it can change. */
export const updateListingRoute = ({ clock, listings, targets, wakeLane }: Deps) =>
  answer(updateListing, async ({ id, propertyId, targetId, preventPublication, ...planned }, asker) => {
    const { accountId } = asker;
    const times = timesOf(planned);
    requireOrder(times);
    const updated = await changeIfMatch(asker, {
      shownBy: updateListing,
      read: async () => withPause(found(await listings.find(accountId, id), 'listing', id), { targets }),
      show: ({ stored, paused }) => listingResource(stored, paused),
      write: async ({ stored }, only) => {
        requireSame('propertyId', stored.propertyId, propertyId);
        requireSame('targetId', stored.targetId, targetId);
        const target = found(await targets.find(accountId, stored.targetId), 'target', stored.targetId);
        requirePublishing(preventPublication, target);
        return listings.replace(stored, {
          at: clock(),
          ...traceOf(asker),
          ...times,
          ...(preventPublication !== undefined && { preventPublication }),
          ...(only && { seen: stored }),
        });
      },
    });
    const listing = found(updated, 'listing', id);
    wakeLane(listing.targetId);
    return shownListing(listing, { targets });
  });

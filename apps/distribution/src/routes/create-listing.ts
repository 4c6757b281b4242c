import { createListing } from '@estate/contracts';
import type { ListingInput } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { KeptTrace } from '@estate/observability';
import { createOnce } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import {
  listingExists,
  listingInTheMaking,
  propertyUnknown,
  requireAccepted,
  requireFuture,
  requireOrder,
  requirePublishing,
  targetUnknown,
} from '../domain/listing-rules.ts';
import { timesOf } from '../domain/listing-times.ts';
import { pendingListing } from '../domain/listing.ts';
import type { ListingRecord } from '../domain/listing.ts';
import { acceptListing } from '../upkeep/accept-listing.ts';
import { shownListing } from '../listings/shown-listing.ts';

/** Writes the listing as pending first, then looks whether target and property are still there. */
export const createListingRoute = (deps: Deps) =>
  answer(createListing, async (input, caller) => {
    const listing = await createOnce(caller, {
      newId: deps.newId,
      // One that was left pending is worked on again, not found.
      find: async (id) => finished(await deps.listings.peek(caller.accountId, id)),
      create: (id) => create(input, { id, accountId: caller.accountId, ...traceOf(caller) }, deps),
    });
    return shownListing(listing, deps);
  });

async function create(
  { propertyId, targetId, preventPublication, ...planned }: ListingInput,
  identity: KeptTrace & { id: string; accountId: string },
  deps: Deps,
): Promise<ListingRecord> {
  const { clock, listings, targets } = deps;
  const times = timesOf(planned);
  requireOrder(times);
  requireFuture(times, clock());
  const target = await targets.find(identity.accountId, targetId);
  if (!target || target.deleting) throw targetUnknown(targetId);
  requireAccepted(target);
  requirePublishing(preventPublication, target);
  const given = { ...identity, propertyId, targetId, preventPublication, ...times };
  const pending = pendingListing({ ...given, at: clock() });
  const existing = await listings.insert(pending);
  if (existing && existing.id !== pending.id) {
    throw existing.state === 'pending' ? listingInTheMaking(existing.id) : listingExists(existing.id);
  }
  const acceptance = await acceptListing(pending, deps).catch(async (error: unknown) => {
    await listings.removePending(pending.id);
    throw error;
  });
  if ('accepted' in acceptance) return acceptance.accepted;
  throw acceptance.missing === 'target' ? targetUnknown(targetId) : propertyUnknown(propertyId);
}

const finished = (listing: ListingRecord | null): ListingRecord | null =>
  listing?.state === 'pending' ? null : listing;

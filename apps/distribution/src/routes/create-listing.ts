import { createListing } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import {
  listingExists,
  listingInTheMaking,
  propertyUnknown,
  requireAccepted,
  requirePublishing,
  targetUnknown,
} from '../domain/listing-rules.ts';
import { listingResource, pendingListing } from '../domain/listing.ts';
import { acceptListing } from '../upkeep/accept-listing.ts';

/** Writes the listing as pending first, then looks whether target and property are still there. */
export const createListingRoute = (deps: Deps) =>
  answer(createListing, async ({ propertyId, targetId, preventPublication }, { accountId, requestId }) => {
    const { clock, listings, newId, targets } = deps;
    const target = await targets.find(accountId, targetId);
    if (!target || target.deleting) throw targetUnknown(targetId);
    requireAccepted(target);
    requirePublishing(preventPublication, target);
    const given = { accountId, propertyId, targetId, requestId, preventPublication };
    const pending = pendingListing({ id: newId(), ...given, at: clock() });
    const existing = await listings.insert(pending);
    if (existing) throw existing.state === 'pending' ? listingInTheMaking() : listingExists(existing._id);
    const acceptance = await acceptListing(pending, deps).catch(async (error: unknown) => {
      await listings.removePending(pending._id);
      throw error;
    });
    if ('accepted' in acceptance) return listingResource(acceptance.accepted);
    throw acceptance.missing === 'target' ? targetUnknown(targetId) : propertyUnknown(propertyId);
  });

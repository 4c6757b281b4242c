import { previewListing } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { isFirstTime, nextIntent } from '../domain/listing.ts';
import { propertyUnknown } from '../domain/listing-rules.ts';
import { closedAccount } from '../lanes/platform-account.ts';
import { platformOf } from '../platforms/platform-of.ts';
import { sendable } from '../listings/address-for-target.ts';
import { takeSnapshot } from '../listings/take-snapshot.ts';

/** The document as it would be sent now. */
export const previewListingRoute = (deps: Deps) =>
  answer(previewListing, async ({ id }, caller) => {
    const listing = found(await deps.listings.find(caller.accountId, id), 'listing', id);
    const { targetId } = listing;
    const target = found(await deps.targets.find(caller.accountId, targetId), 'target', targetId);
    const stored = await takeSnapshot(listing.propertyId, caller, deps);
    if (!stored) throw propertyUnknown(listing.propertyId);
    const { snapshot } = await sendable(stored, target, deps);
    const { sequence, at } = nextIntent(listing, deps.clock());
    const publication = { listingId: id, snapshot, firstTime: isFirstTime(listing), sequence, at };
    return platformOf(target.type, deps).preview(closedAccount(target), publication);
  });

import * as contracts from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { impossiblePrevention, impossibleTimes, referencesUnknown } from '../domain/listing-rules.ts';
import { isSoldAway, plannedAway, shownTimes, timesOf } from '../domain/listing-times.ts';
import type { ListingTimes } from '../domain/listing-times.ts';
import { isFirstTime, nextIntent } from '../domain/listing.ts';
import { whyNotProcessed } from '../domain/publication.ts';
import { sendable } from '../listings/address-for-target.ts';
import { takeSnapshot } from '../listings/take-snapshot.ts';
import { unknownTarget } from '../listings/unknown-target.ts';
import { accessTo } from '../platforms/access/access-to.ts';
import { platformOf } from '../platforms/platform-of.ts';
import { error, warning } from '../platforms/problems.ts';

/** Says if a publication would succeed, without contacting the platform. */
const validateListingRoute = (deps: Deps) =>
  answer(
    contracts.validateListing,
    async ({ propertyId, targetId, preventPublication, ...planned }, caller) => {
      const target = await deps.targets.find(caller.accountId, targetId);
      if (!target || target.deleting) throw await unknownTarget({ propertyId, targetId }, caller, deps);
      const stored = await takeSnapshot(propertyId, caller, deps);
      if (!stored) throw referencesUnknown({ propertyId });
      const { snapshot, problems: ofAddress } = await sendable(stored, target, deps);
      const ofPlatform = platformOf(target.type, deps).problems(
        accessTo(target.type).closedAccount(target),
        snapshot,
      );
      const now = deps.clock();
      const times = timesOf(planned);
      const pair = { propertyId, targetIds: [targetId], limit: 1, order: 'asc' as const };
      const { data: listed } = await deps.listings.list(caller.accountId, pair);
      const impossible = [
        ...impossiblePrevention(preventPublication, target),
        ...impossibleTimes(times, listed.length > 0 ? undefined : now),
      ].map((objection) => contracts.publicationProblem('error', objection));
      const problems = [
        ...(impossible.length > 0 ? impossible : ofPlan(times, now)),
        ...ofSale(snapshot),
        ...ofProcessing(snapshot),
        ...ofAddress,
        ...ofPlatform,
      ];
      return { publishable: problems.every(({ severity }) => severity !== 'error'), problems };
    },
  );

function ofPlan(times: ListingTimes, now: Date): contracts.PublicationProblem[] {
  switch (plannedAway(times, now)) {
    case 'scheduled':
      return [warning('not_shown_before', 'publishFrom', shownTimes(times))];
    case 'ended':
      return [warning('not_shown_after', 'publishUntil', shownTimes(times))];
    case undefined:
      return [];
  }
}

const ofSale = (snapshot: contracts.PropertySnapshot): contracts.PublicationProblem[] =>
  isSoldAway(snapshot) ? [warning('not_shown_while_sold', 'fields.salesStatus')] : [];

function ofProcessing(snapshot: contracts.PropertySnapshot): contracts.PublicationProblem[] {
  const { processingStatus, processingFailure } = snapshot;
  if (processingStatus === 'pending') return [warning('attachments_pending', 'attachments')];
  if (processingStatus !== 'failed') return [];
  const details = whyNotProcessed(snapshot);
  const failureCode = processingFailure?.failureCode ?? 'internal';
  return [error('attachments_failed', 'attachments', { details, failureCode })];
}

/** The document as it would be sent now. */
const previewListingRoute = (deps: Deps) =>
  answer(contracts.previewListing, async ({ id }, caller) => {
    const listing = found(await deps.listings.find(caller.accountId, id), 'listing', id);
    const { targetId } = listing;
    const target = found(await deps.targets.find(caller.accountId, targetId), 'target', targetId);
    const stored = await takeSnapshot(listing.propertyId, caller, deps);
    if (!stored) throw referencesUnknown({ propertyId: listing.propertyId });
    const { snapshot } = await sendable(stored, target, deps);
    const { sequence, at } = nextIntent(listing, deps.clock());
    const publication = { listingId: id, snapshot, firstTime: isFirstTime(listing), sequence, at };
    return platformOf(target.type, deps).preview(accessTo(target.type).closedAccount(target), publication);
  });

/** Checks and previews that send nothing to a platform. */
export const listingCheckRoutes = (deps: Deps) => [validateListingRoute(deps), previewListingRoute(deps)];

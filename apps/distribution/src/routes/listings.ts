import * as contracts from '@estate/contracts';
import { found, requireNone } from '@estate/errors';
import { answer, changeIfMatch, readable } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { KeptTrace } from '@estate/observability';
import { createOnce, newestOf } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import {
  impossiblePrevention,
  impossibleTimes,
  listingExists,
  listingInTheMaking,
  notAccepted,
  referencesUnknown,
  refused,
} from '../domain/listing-rules.ts';
import { timesOf } from '../domain/listing-times.ts';
import { listingResource, pendingListing } from '../domain/listing.ts';
import type { ListingRecord } from '../domain/listing.ts';
import { changedFields } from '../domain/target-rules.ts';
import { presumedCreation, toTimelineEntry } from '../domain/timeline.ts';
import type { ListingEntry } from '../domain/timeline.ts';
import { selectTargets } from '../listings/select-targets.ts';
import { unknownTarget } from '../listings/unknown-target.ts';
import { shownListing, shownListings, withPause } from '../listings/shown-listing.ts';
import { acceptListing } from '../upkeep/accept-listing.ts';

/** Writes the listing as pending first, then looks whether target and property are still there. */
const createListingRoute = (deps: Deps) =>
  answer(contracts.createListing, async (input, caller) => {
    const listing = await createOnce(caller, {
      newId: deps.newId,
      // One that was left pending is worked on again, not found.
      find: async (id) => finished(await deps.listings.peek(caller.accountId, id)),
      create: (id) => create(input, { id, accountId: caller.accountId, ...traceOf(caller) }, deps),
    });
    return shownListing(listing, deps);
  });

async function create(
  { propertyId, targetId, preventPublication, ...planned }: contracts.ListingInput,
  identity: KeptTrace & { id: string; accountId: string },
  deps: Deps,
): Promise<ListingRecord> {
  const { clock, listings, targets } = deps;
  const times = timesOf(planned);
  const target = await targets.find(identity.accountId, targetId);
  const ofTarget =
    !target || target.deleting
      ? (await unknownTarget({ propertyId, targetId }, identity, deps)).problems
      : [...notAccepted(target), ...refused(impossiblePrevention(preventPublication, target))];
  requireNone([...ofTarget, ...refused(impossibleTimes(times, clock()))]);
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
  throw referencesUnknown(acceptance.missing === 'target' ? { targetId } : { propertyId });
}

const finished = (listing: ListingRecord | null): ListingRecord | null =>
  listing?.state === 'pending' ? null : listing;

const listListingsRoute = (deps: Deps) =>
  answer(contracts.listListings, async ({ published, scheduled, targetId, ...query }, { accountId }) => {
    const targetIds = await selectTargets(accountId, { targetId, state: query.state }, deps);
    const shown = {
      ...(published !== undefined && { published: published === 'true' }),
      ...(scheduled !== undefined && { scheduled: { isAhead: scheduled === 'true', of: deps.clock() } }),
    };
    const { data, ...page } = await deps.listings.list(accountId, { ...query, ...shown, targetIds });
    return { ...page, data: await shownListings(data, deps) };
  });

const getListingRoute = (deps: Deps) =>
  answer(contracts.getListing, async ({ id }, { accountId }) =>
    shownListing(found(await deps.listings.find(accountId, id), 'listing', id), deps),
  );

/** Publishes the listing again; only whether and when the platform may show it can change. */
const updateListingRoute = ({ clock, listings, targets, wakeLane }: Deps) =>
  answer(
    contracts.updateListing,
    async ({ id, propertyId, targetId, preventPublication, ...planned }, asker) => {
      const { accountId } = asker;
      const times = timesOf(planned);
      const updated = await changeIfMatch(asker, {
        shownBy: contracts.updateListing,
        read: async () => withPause(found(await listings.find(accountId, id), 'listing', id), { targets }),
        show: ({ stored, paused }) => listingResource(stored, paused),
        write: async ({ stored }, only) => {
          const target = found(await targets.find(accountId, stored.targetId), 'target', stored.targetId);
          const kept = { propertyId: stored.propertyId, targetId: stored.targetId };
          requireNone([
            ...changedFields(kept, { propertyId, targetId }),
            ...refused([...impossiblePrevention(preventPublication, target), ...impossibleTimes(times)]),
          ]);
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
    },
  );

/** Answers at once; the lane takes the property off the platform and publishes the outcome. */
const deleteListingRoute = ({ clock, listings, targets, wakeLane }: Deps) =>
  answer(contracts.deleteListing, async ({ id }, asker) => {
    const { accountId } = asker;
    const deleted = await changeIfMatch(asker, {
      shownBy: contracts.deleteListing,
      read: async () => withPause(found(await listings.find(accountId, id), 'listing', id), { targets }),
      show: ({ stored, paused }) => listingResource(stored, paused),
      write: ({ stored }, only) =>
        listings.delete(stored, { at: clock(), ...traceOf(asker), ...(only && { seen: stored }) }),
    });
    const listing = found(deleted, 'listing', id);
    wakeLane(listing.targetId);
    return shownListing(listing, { targets });
  });

/** Publishes the listing now, with all attempts before it and without waiting for a lane that has to wait. */
const retryListingRoute = ({ clock, listings, targets, wakeLane }: Deps) =>
  answer(contracts.retryListing, async ({ id }, caller) => {
    const { accountId } = caller;
    const reason = { at: clock(), ...traceOf(caller) };
    const present = found(await listings.find(accountId, id), 'listing', id);
    const { targetId } = present;
    await targets.openLane(targetId);
    const listing = found(await listings.makeDue(present, reason), 'listing', id);
    wakeLane(targetId);
    return shownListing(listing, { targets });
  });

/** The actions of customers on the listings of a property, or on one listing, and each attempt to publish them. */
const listTimelineRoute = ({ listings, timeline }: Pick<Deps, 'listings' | 'timeline'>) =>
  answer(
    contracts.listDistributionTimeline,
    async ({ propertyId = '', listingId, ...query }, { accountId }) => {
      const of = listingId === undefined ? { propertyId } : { listingId };
      // In this order, because entries move from the listings to the timeline.
      const records = await listings.ofTimeline(accountId, of);
      const { docs, hasMore } = await timeline.page(accountId, of, query);
      const kept = docs.map(({ _id, ...entry }) => ({ id: _id, ...entry }) as unknown as ListingEntry);
      const recorded = records.flatMap(({ history = [] }) => history);
      const page = newestOf([...recorded, ...kept, ...records.map(presumedCreation)], query);
      const known = records[0] ?? docs[0] ?? (await timeline.any(accountId, of));
      return {
        hasMore: page.hasMore || hasMore,
        data: page.data.map(readable(toTimelineEntry)),
        isKnown: known !== null,
        ...(known &&
          listingId !== undefined && { listing: { propertyId: known.propertyId, targetId: known.targetId } }),
      };
    },
  );

/** The listings of an account, and what happened to them. */
export const listingRoutes = (deps: Deps) => [
  createListingRoute(deps),
  listListingsRoute(deps),
  getListingRoute(deps),
  updateListingRoute(deps),
  deleteListingRoute(deps),
  retryListingRoute(deps),
  listTimelineRoute(deps),
];

import { listDistributionTimeline } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import { newestOf } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { presumedCreation, toTimelineEntry } from '../domain/timeline.ts';
import type { ListingEntry } from '../domain/timeline.ts';

/** What customers did with the listings of a property, or with one listing, and each attempt to publish them. */
export const listTimelineRoute = ({ listings, timeline }: Pick<Deps, 'listings' | 'timeline'>) =>
  answer(listDistributionTimeline, async ({ propertyId = '', listingId, ...query }, { accountId }) => {
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
  });

import { TIMELINE_KEPT_DAYS } from '@estate/contracts';
import { History, TimelineStore } from '@estate/persistence';
import type { Collection, TimelineDoc } from '@estate/persistence';
import type { ListingEntry } from '../domain/timeline.ts';
import type { ListingDoc } from './listings/listing-document.ts';

/** The timelines of listings: the attempts to publish them, and the changes that they no longer record themselves. */
export type ListingTimeline = TimelineStore<ListingEntry>;

export const listingTimeline = (docs: Collection<TimelineDoc<ListingEntry>>): ListingTimeline =>
  new TimelineStore<ListingEntry>(docs, TIMELINE_KEPT_DAYS);

/** The changes that listings record. */
export const historyOf = (
  docs: Collection<ListingDoc>,
  timeline: Pick<ListingTimeline, 'add'>,
): History<ListingEntry> =>
  new History(docs as unknown as ConstructorParameters<typeof History<ListingEntry>>[0], timeline);

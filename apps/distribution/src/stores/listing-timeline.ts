import { TIMELINE_KEPT_DAYS } from '@estate/contracts';
import { History, TimelineStore } from '@estate/persistence';
import type { Collection, Db, TimelineDoc } from '@estate/persistence';
import type { ListingEntry } from '../domain/timeline.ts';
import type { ListingDoc } from './listings/listing-document.ts';

/** What happened to listings: the attempts to publish them, and the changes that they no longer record themselves. */
export type ListingTimeline = TimelineStore<ListingEntry>;

export const timelineCollection = (db: Db): Collection<TimelineDoc<ListingEntry>> =>
  db.collection('timeline');

export const listingTimeline = (db: Db): ListingTimeline =>
  new TimelineStore<ListingEntry>(timelineCollection(db), TIMELINE_KEPT_DAYS);

/** The changes that listings record. */
export const historyOf = (
  docs: Collection<ListingDoc>,
  timeline: Pick<ListingTimeline, 'add'>,
): History<ListingEntry> =>
  new History(docs as unknown as ConstructorParameters<typeof History<ListingEntry>>[0], timeline);

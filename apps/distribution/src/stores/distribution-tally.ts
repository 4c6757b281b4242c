import { firstEntryIdAt, timeOfEntry } from '@estate/contracts';
import { UsageTally, flow, level } from '@estate/persistence';
import type { Collection, TimelineDoc, UsageStore } from '@estate/persistence';
import type { ListingEntry } from '../domain/timeline.ts';
import type { ListingDoc } from './listings/listing-document.ts';

/** Counts the publications that a platform accepted, and the listings. */
export const distributionTally = (
  store: UsageStore,
  {
    timeline,
    listings,
  }: { timeline: Collection<TimelineDoc<ListingEntry>>; listings: Collection<ListingDoc> },
): UsageTally =>
  new UsageTally({
    store,
    flows: [
      flow({
        docs: timeline,
        filter: { kind: 'publication_attempt', outcome: 'succeeded' },
        measure: () => ({ publications: 1 }),
        firstIdAt: firstEntryIdAt,
        timeOf: timeOfEntry,
      }),
    ],
    levels: [
      level({
        docs: listings,
        filter: { state: 'live' },
        fields: {},
        measure: () => ({ listings: 1 }),
      }),
    ],
  });

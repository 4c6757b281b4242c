import { STATISTICS_KEPT_DAYS, firstEntryIdAt, timeOfEntry } from '@estate/contracts';
import { UsageTally, before, firstIdAt, flow, timeOfId } from '@estate/persistence';
import type { Collection, TimelineDoc, UsageStore } from '@estate/persistence';
import { countedAttempt, rejectedListings } from '../domain/statistic.ts';
import type { AttemptEntry, ListingEntry } from '../domain/timeline.ts';
import type { ReportDoc } from './report-store.ts';

interface Counted {
  timeline: Collection<TimelineDoc<ListingEntry>>;
  reports: Collection<ReportDoc>;
}

/** Counts what was published on each target, and what failed and was rejected. */
export const statisticsTally = (store: UsageStore, { timeline, reports }: Counted): UsageTally =>
  new UsageTally({
    store,
    countsFrom: (now) => before(now, STATISTICS_KEPT_DAYS * 86_400_000),
    flows: [
      flow({
        docs: timeline as unknown as Collection<TimelineDoc<AttemptEntry>>,
        filter: { kind: 'publication_attempt' },
        fields: { operation: 1, outcome: 1, targetId: 1 },
        of: ({ targetId }) => targetId,
        measure: (attempt) => {
          const name = countedAttempt(attempt);
          return name === undefined ? {} : { [name]: 1 };
        },
        firstIdAt: firstEntryIdAt,
        timeOf: timeOfEntry,
      }),
      flow({
        docs: reports,
        fields: { targetId: 1, verified: 1, 'objects.state': 1, 'objects.listingId': 1 },
        of: ({ targetId }) => targetId,
        measure: (report) => {
          const rejected = rejectedListings(report).length;
          return rejected === 0 ? {} : { rejected };
        },
        firstIdAt,
        timeOf: timeOfId,
      }),
    ],
    levels: [],
  });

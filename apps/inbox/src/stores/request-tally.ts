import { STATISTICS_KEPT_DAYS } from '@estate/contracts';
import { UsageTally, before, firstIdAt, flow, timeOfId } from '@estate/persistence';
import type { Collection, UsageStore } from '@estate/persistence';
import type { RequestDoc } from './request-document.ts';

/** Counts the contact requests of accounts. */
export const requestTally = (store: UsageStore, docs: Collection<RequestDoc>): UsageTally =>
  new UsageTally({
    store,
    flows: [flow({ docs, measure: () => ({ requests: 1 }), firstIdAt, timeOf: timeOfId })],
    levels: [],
  });

/** Counts the contact requests of each target. */
export const statisticsTally = (store: UsageStore, docs: Collection<RequestDoc>): UsageTally =>
  new UsageTally({
    store,
    countsFrom: (now) => before(now, STATISTICS_KEPT_DAYS * 86_400_000),
    flows: [
      flow({
        docs,
        fields: { targetId: 1 },
        of: ({ targetId }) => targetId,
        measure: () => ({ requests: 1 }),
        firstIdAt,
        timeOf: timeOfId,
      }),
    ],
    levels: [],
  });

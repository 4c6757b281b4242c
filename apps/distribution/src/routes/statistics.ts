import { COUNT_MAX, listPublicationStatistics } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { statisticsOf, statisticsPart } from '@estate/persistence';
import type { DayPeriod, TimelineDoc } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { countedAttempt, rejectedListings } from '../domain/statistic.ts';
import type { AttemptEntry, ListingEntry } from '../domain/timeline.ts';

type Needed = Pick<Deps, 'listings' | 'reports' | 'targets' | 'timeline' | 'statistics' | 'clock'>;

/** The publications of a property, or those on one or all targets of an account. */
const listStatistics = (deps: Needed) =>
  answer(listPublicationStatistics, async ({ propertyId, targetId, from, to }, { accountId }) => {
    if (propertyId !== undefined) return ofProperty({ accountId, propertyId }, { from, to }, deps);
    if (targetId !== undefined) found(await deps.targets.find(accountId, targetId), 'target', targetId);
    const whose = { accountId, ...(targetId !== undefined && { of: targetId }) };
    return statisticsPart(deps.statistics, whose, { from, to });
  });

async function ofProperty(
  { accountId, propertyId }: { accountId: string; propertyId: string },
  period: DayPeriod,
  { listings, reports, timeline, clock }: Needed,
) {
  const newest = { ...period, most: COUNT_MAX + 1 };
  const [stored, entries] = await Promise.all([
    listings.answers.idsOfProperty(accountId, propertyId),
    timeline.between(accountId, { propertyId }, newest),
  ]);
  // The entries name those that are not stored any more.
  const own = new Set([...stored, ...entries.map(({ listingId }) => listingId)]);
  const reported = await reports.about(accountId, [...own], newest);
  const attempts = entries.filter(isAttempt).map((entry) => ({ ...entry, name: countedAttempt(entry) }));
  const rejections = reported.flatMap((report) =>
    rejectedListings(report)
      .filter((id) => own.has(id))
      .map(() => ({ at: report.receivedAt, targetId: report.targetId, name: 'rejected' as const })),
  );
  const isLimited = entries.length > COUNT_MAX || reported.length > COUNT_MAX;
  return statisticsOf([...attempts, ...rejections], { isLimited, clock });
}

type Entry = TimelineDoc<ListingEntry>;

const isAttempt = (entry: Entry): entry is Entry & TimelineDoc<AttemptEntry> =>
  entry.kind === 'publication_attempt';

export const statisticsRoutes = (deps: Deps) => [listStatistics(deps)];

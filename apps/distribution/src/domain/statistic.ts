import type { ReportRecord } from './report.ts';
import type { AttemptEntry } from './timeline.ts';

/** The statistic of an attempt, if any. Attempts that are retried and take-downs that succeed are not counted. */
export function countedAttempt({
  outcome,
  operation,
}: Pick<AttemptEntry, 'outcome' | 'operation'>): 'published' | 'failed' | undefined {
  if (outcome === 'failed') return 'failed';
  return outcome === 'succeeded' && operation === 'set' ? 'published' : undefined;
}

/** The listings that a report rejected or removed, each once; what a stranger may have sent counts nothing. */
export const rejectedListings = ({
  verified,
  objects,
}: Pick<ReportRecord, 'verified' | 'objects'>): string[] =>
  verified
    ? [
        ...new Set(
          objects.flatMap(({ state, listingId }) =>
            (state === 'rejected' || state === 'removed') && listingId ? [listingId] : [],
          ),
        ),
      ]
    : [];

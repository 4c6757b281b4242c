import type { AttemptSummary } from '@estate/client';

type Counts = Pick<AttemptSummary, 'succeeded' | 'failed'>;

export const attemptsOf = ({ succeeded, failed }: Counts): number => succeeded + failed;

/** The share of attempts that succeeded, cut to a tenth of a percent so that one failure is never hidden; undefined without attempts. */
export function successRate(counts: Counts): number | undefined {
  const attempts = attemptsOf(counts);
  return attempts === 0 ? undefined : Math.floor((1000 * counts.succeeded) / attempts) / 1000;
}

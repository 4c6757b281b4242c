import { z } from 'zod';
import { numberIn } from './query-values.ts';

const DAYS_MAX = 30;
const DAYS = { error: `must be a whole number from 1 to ${DAYS_MAX}` };

const succeeded = z.int().min(0).meta({ description: 'Attempts that succeeded.' });
const failed = z
  .int()
  .min(0)
  .meta({ description: 'Attempts that failed, including those that were retried.' });

/** Attempts by the day on which they were made: past days do not change, and a failure shows on the day it happens. */
export const AttemptSummary = z
  .object({
    succeeded,
    failed,
    days: z
      .array(z.object({ date: z.iso.date().meta({ description: 'A day in UTC.' }), succeeded, failed }))
      .meta({ description: 'One row for each day, oldest first. The last one is today.' }),
  })
  .meta({
    id: 'AttemptSummary',
    description:
      'The number of attempts that succeeded and failed on each day in UTC. Every attempt of a delivery or a publication is counted on the day on which it was made.',
    example: {
      succeeded: 81,
      failed: 3,
      days: [
        { date: '2026-10-31', succeeded: 40, failed: 0 },
        { date: '2026-11-01', succeeded: 41, failed: 3 },
      ],
    },
  });
export type AttemptSummary = z.infer<typeof AttemptSummary>;

export const SummaryQuery = z.strictObject({
  days: z
    .preprocess(numberIn, z.int(DAYS).min(1, DAYS).max(DAYS_MAX, DAYS))
    .default(14)
    .meta({ description: 'The number of days, including today.' }),
});
export type SummaryQuery = z.infer<typeof SummaryQuery>;

import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { COUNT_MAX } from './list.ts';

/** The retention of daily numbers, which is also the longest period of a response. */
export const STATISTICS_KEPT_DAYS = 400;
/** The number of days in a response without a given period. */
export const STATISTICS_DAYS = 30;
/** The maximum number of targets in a response. */
export const STATISTICS_TARGETS_MAX = 500;

/** The counted numbers, in the order in which they are shown. */
export const STATISTICS = ['published', 'failed', 'rejected', 'requests'] as const;
export type Statistic = (typeof STATISTICS)[number];

const MEANINGS: Record<Statistic, string> = {
  published: 'Publications that the platform accepted: new and changed listings.',
  failed: 'Publications and take-downs that failed and are not attempted again.',
  rejected: 'Listings that reports of the platform rejected or removed. Each report counts.',
  requests: 'Contact requests that were received.',
};
const count = (name: Statistic) => z.int().min(0).meta({ description: MEANINGS[name] });
const counts = Object.fromEntries(STATISTICS.map((name) => [name, count(name)])) as Record<
  Statistic,
  ReturnType<typeof count>
>;

const Day = z.iso.date({ error: 'must be a day such as 2026-11-01' });

/** The period in days in UTC, both included. */
export const StatisticsQuery = z.strictObject({
  from: Day.optional().meta({
    description: `The first day in UTC. Default: ${STATISTICS_DAYS} days up to \`to\`. A period has at most ${STATISTICS_KEPT_DAYS} days.`,
    example: '2026-11-01',
  }),
  to: Day.optional().meta({ description: 'The last day in UTC. Default: today.', example: '2026-11-30' }),
});
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

const EXAMPLE_COUNTS = { published: 12, failed: 1, rejected: 2, requests: 9 } satisfies Record<
  Statistic,
  number
>;

const StatisticsDay = z
  .object({ date: z.iso.date().meta({ description: 'A day in UTC.' }), ...counts })
  .meta({ id: 'StatisticsDay', example: { date: '2026-11-24', ...EXAMPLE_COUNTS } });
export type StatisticsDay = z.infer<typeof StatisticsDay>;

const TargetCounts = z
  .object({ targetId: Id, ...counts })
  .meta({ id: 'TargetCounts', example: { targetId: EXAMPLE_ID, ...EXAMPLE_COUNTS } });
export type TargetCounts = z.infer<typeof TargetCounts>;

export const TargetStatistics = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    countedUntil: Timestamp.meta({
      description:
        'Everything before this time is counted. The time is at most two hours ago while all services run. Later numbers are counted every few minutes.',
    }),
    ...counts,
    days: z.array(StatisticsDay).meta({ description: 'One row for each day, oldest first.' }),
  })
  .meta({
    id: 'TargetStatistics',
    description: 'What was published on a target and what came of it, by day.',
    example: {
      from: '2026-11-24',
      to: '2026-11-24',
      countedUntil: EXAMPLE_TIME,
      ...EXAMPLE_COUNTS,
      days: [{ date: '2026-11-24', ...EXAMPLE_COUNTS }],
    },
  });
export type TargetStatistics = z.infer<typeof TargetStatistics>;

const byTarget = {
  targets: z.array(TargetCounts).meta({
    description: `The numbers of each target, also of deleted ones, most requests first; up to ${STATISTICS_TARGETS_MAX}.`,
  }),
};
const withTargets = { targets: [{ targetId: EXAMPLE_ID, ...EXAMPLE_COUNTS }] };

export const AccountStatistics = TargetStatistics.extend(byTarget).meta({
  id: 'AccountStatistics',
  description: 'What was published and what came of it, by day and by target.',
  example: { ...TargetStatistics.parse(TargetStatistics.meta()?.example), ...withTargets },
});
export type AccountStatistics = z.infer<typeof AccountStatistics>;

export const PropertyStatistics = AccountStatistics.extend({
  isLimited: z
    .literal(true)
    .optional()
    .meta({
      description: `Only the newest ${COUNT_MAX} entries of the timeline or requests are counted; there are more.`,
    }),
}).meta({
  id: 'PropertyStatistics',
  description:
    'What was published of a property and what came of it, by day and by target, as far as it is still stored: reports for 180 days, requests until they are erased.',
  example: AccountStatistics.meta()?.example,
});
export type PropertyStatistics = z.infer<typeof PropertyStatistics>;

const Counted = z.partialRecord(z.enum(STATISTICS), z.int().min(0));

/** The counts of one service; days and targets without counts are left out. */
const StatisticsPart = z.object({
  countedUntil: Timestamp,
  isLimited: z.literal(true).optional(),
  days: z.array(z.object({ date: z.iso.date(), counts: Counted })),
  targets: z.array(z.object({ targetId: Id, counts: Counted })),
});
export type StatisticsPart = z.infer<typeof StatisticsPart>;

const part = <const S extends `ask.${string}.list-statistics`>(subject: S) =>
  defineOperation({
    subject,
    input: z.strictObject({
      from: z.iso.date(),
      to: z.iso.date(),
      targetId: z.string().optional(),
      propertyId: z.string().optional(),
    }),
    output: StatisticsPart,
  });

/** Counts the publications of an account, a target or a property; the target has to belong to the account. */
export const listPublicationStatistics = part('ask.distribution.list-statistics');
/** Counts the contact requests of an account, for a target or about a property. */
export const listRequestStatistics = part('ask.inbox.list-statistics');

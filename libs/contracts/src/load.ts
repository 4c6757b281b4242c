import { z } from 'zod';
import { defineOwnerOperation } from './define-owner-operation.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { numberIn } from './query-values.ts';

const SECONDS_MAX = 600;
const SECONDS = { error: `must be a whole number from 1 to ${String(SECONDS_MAX)}` };

/** Requests the current load of each account. */
export const LoadQuery = z.strictObject({
  seconds: z
    .preprocess(numberIn, z.int(SECONDS).min(1, SECONDS).max(SECONDS_MAX, SECONDS))
    .default(60)
    .meta({ description: 'The calls of so many seconds are counted.', example: 60 }),
});

const Waiting = z.object({
  accountId: Id,
  work: z.string().meta({ description: 'The kind of work, such as `publications` or `deliveries`.' }),
  count: z.int().min(1).meta({ description: 'The number of documents that are due.' }),
  oldestDueAt: Timestamp,
});
export type Waiting = z.infer<typeof Waiting>;

const isLimited = z.boolean().optional().meta({
  description: '`true` if there was more than is counted at once, so the counts are lower bounds.',
});

/** Lists the due work of every account for the operator. The inbox is left out, because an unread email belongs to no account. */
export const listWaiting = defineOwnerOperation(
  'list-waiting',
  ['catalog', 'distribution', 'notifier', 'importer'],
  { input: z.strictObject({}), output: z.object({ data: z.array(Waiting), isLimited }) },
);

const name = z.string().optional().meta({ description: 'The name of the account. Absent if it is unknown.' });

export const AccountCalls = z.object({
  accountId: Id,
  name,
  calls: z.int().min(1),
  seconds: z.number().min(0).meta({ description: 'The sum of the durations of the calls.' }),
  limited: z.int().min(0).meta({ description: 'Calls over a limit, answered with 429.' }),
  failed: z.int().min(0).meta({ description: 'Calls that were answered with a status of 500 or more.' }),
  slowestRoute: z.string().meta({
    description: 'The method and the route to which most of `seconds` belong.',
    example: 'POST /properties',
  }),
});
export type AccountCalls = z.infer<typeof AccountCalls>;

/** The load of the accounts that cause most of it. */
export const LoadReport = z
  .object({
    since: Timestamp.meta({ description: 'Calls that began after this time are counted.' }),
    calls: z.array(AccountCalls).meta({
      description: 'The accounts with the longest calls, at most 20. Calls in progress are not counted.',
    }),
    waiting: z.array(Waiting.extend({ service: z.string(), name })).meta({
      description: 'The accounts with most due work, at most 20, also of publishing queues that are paused.',
    }),
    isLimited,
    away: z.array(z.string()).meta({ description: 'The services that did not answer.' }),
  })
  .meta({
    id: 'LoadReport',
    description: 'The load that accounts cause at the moment.',
    example: {
      since: EXAMPLE_TIME,
      calls: [
        {
          accountId: EXAMPLE_ID,
          name: 'Agency',
          calls: 1200,
          seconds: 41.5,
          limited: 30,
          failed: 0,
          slowestRoute: 'POST /properties',
        },
      ],
      waiting: [
        {
          service: 'distribution',
          work: 'publications',
          accountId: EXAMPLE_ID,
          name: 'Agency',
          count: 310,
          oldestDueAt: EXAMPLE_TIME,
        },
      ],
      away: [],
    },
  });
export type LoadReport = z.infer<typeof LoadReport>;

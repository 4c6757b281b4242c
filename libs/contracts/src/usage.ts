import { z } from 'zod';
import { defineOwnerOperation } from './define-owner-operation.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';

export const USAGE_KEPT_DAYS = 800;

/** A month, from 2000 on. */
const MONTH = /^[2-9]\d{3}-(0[1-9]|1[0-2])$/;

/** Amounts that are counted when they occur; a month has the sum of its days. */
export const USAGE_FLOWS = ['publications', 'deliveries', 'requests'] as const;
/** Amounts that are measured a few times a day; a day and a month have the highest value. */
export const USAGE_LEVELS = ['properties', 'listings', 'bytes'] as const;

export type UsageFlow = (typeof USAGE_FLOWS)[number];
export type UsageLevel = (typeof USAGE_LEVELS)[number];
export type UsageName = UsageFlow | UsageLevel;

const MEANINGS: Record<UsageName, string> = {
  publications: 'Publications that a platform accepted: new, changed and taken-down listings.',
  deliveries: 'Events that were queued for a webhook. Retries and resends do not count.',
  requests: 'Contact requests that were received.',
  properties: 'The highest number of properties on a day.',
  listings: 'The highest number of listings on a day.',
  bytes:
    'The highest total size of the attachments of all properties on a day, in bytes, as the platforms receive them.',
};

const amount = (name: UsageName) => z.int().min(0).meta({ description: MEANINGS[name] });

const counts = Object.fromEntries(
  [...USAGE_FLOWS, ...USAGE_LEVELS].map((name) => [name, amount(name)]),
) as Record<UsageName, ReturnType<typeof amount>>;

export const UsageMonth = z.string().regex(MONTH, { error: 'must be a month such as 2026-11' }).meta({
  description: 'A month in UTC.',
  example: '2026-11',
});

export const UsageQuery = z.strictObject({
  month: UsageMonth.optional().meta({ description: 'The month in UTC. Default: the current month.' }),
});
export type UsageQuery = z.infer<typeof UsageQuery>;

const EXAMPLE_COUNTS = {
  publications: 96,
  deliveries: 230,
  requests: 41,
  properties: 85,
  listings: 170,
  bytes: 412_000_000,
} satisfies Record<UsageName, number>;

export const UsageDay = z
  .object({ day: z.iso.date().meta({ description: 'A day in UTC.' }), ...counts })
  .meta({ id: 'UsageDay', example: { day: '2026-11-24', ...EXAMPLE_COUNTS } });
export type UsageDay = z.infer<typeof UsageDay>;

export const Usage = z
  .object({
    accountId: Id,
    month: UsageMonth,
    countedUntil: Timestamp.meta({
      description:
        'Usage before this time is complete. The time is at most two hours ago while all services run. Later usage is counted every few minutes.',
    }),
    ...counts,
    days: z.array(UsageDay).meta({ description: 'The days on which something was counted, oldest first.' }),
  })
  .meta({
    id: 'Usage',
    description: 'The usage of an account in a month.',
    example: {
      accountId: EXAMPLE_ID,
      month: '2026-11',
      countedUntil: EXAMPLE_TIME,
      ...EXAMPLE_COUNTS,
      days: [{ day: '2026-11-24', ...EXAMPLE_COUNTS }],
    },
  });
export type Usage = z.infer<typeof Usage>;

/** The usage in one service, with only the amounts that it counts. */
export const UsagePart = z.object({
  countedUntil: Timestamp,
  days: z.array(
    z.object({
      accountId: Id,
      day: z.iso.date(),
      counts: z.partialRecord(z.enum([...USAGE_FLOWS, ...USAGE_LEVELS]), z.int().min(0)),
    }),
  ),
});
export type UsagePart = z.infer<typeof UsagePart>;

/** The maximum number of accounts in one request for usage. */
export const USAGE_ACCOUNTS_MAX = 100;

/** Returns the usage of accounts. The importer counts nothing. */
export const listUsage = defineOwnerOperation(
  'list-usage',
  ['catalog', 'distribution', 'inbox', 'notifier'],
  {
    input: z.strictObject({
      month: UsageMonth,
      accountIds: z.array(Id).min(1).max(USAGE_ACCOUNTS_MAX),
    }),
    output: UsagePart,
  },
);

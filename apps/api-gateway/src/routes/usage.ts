import {
  AccountStatistics,
  Activity,
  ListQuery,
  StatisticsQuery,
  SummaryQuery,
  Usage,
  UsageQuery,
  pageOf,
} from '@estate/contracts';
import type { UsageQuery as Query } from '@estate/contracts';
import type { Deps, GatewayRoute } from '../deps.ts';
import { own } from '../edge/routing/api-route.ts';
import type { Call } from '../edge/routing/call.ts';
import { readActivity } from '../accounts/usage/read-activity.ts';
import { accountStatistics } from '../accounts/usage/read-statistics.ts';
import { monthOf, readUsage, usageCsv } from '../accounts/usage/read-usage.ts';
import { z } from 'zod';

const USAGE = '/account/usage';
const EXAMPLE = Usage.parse(Usage.meta()?.example);

/** Routes of the usage of accounts in a month, and the activity of an account in the last days. */
export const usageRoutes: GatewayRoute[] = [
  own('GET /account/activity', {
    summary: 'Get the activity of recent days',
    description:
      'The number of publications and deliveries that succeeded and failed on each day, and the properties and targets that requests came from. Attempts of deleted targets and webhooks are not counted.',
    versioned: false,
    input: SummaryQuery,
    output: Activity,
    run: (query, call, { askOwner }) => readActivity(query, call, askOwner),
  }),
  own('GET /account/statistics', {
    summary: 'Get the statistics of the account',
    description: 'What was published, failed and was rejected, and the requests that came from each target.',
    versioned: false,
    input: StatisticsQuery,
    output: AccountStatistics,
    run: accountStatistics,
  }),
  own(`GET ${USAGE}`, {
    summary: 'Get the usage of a month',
    versioned: false,
    input: UsageQuery,
    output: Usage,
    run: ownUsage,
  }),
  own(`GET ${USAGE}.csv`, {
    summary: 'Get the usage of a month as CSV',
    description: 'One line for each day with usage. The first line contains the field names.',
    versioned: false,
    input: UsageQuery,
    output: z.string(),
    content: { 'text/csv': { schema: z.string(), example: usageCsv(EXAMPLE) } },
    run: async (query, call, deps) => usageCsv(await ownUsage(query, call, deps)),
    present: (csv) => ({ raw: { mediaType: 'text/csv; charset=utf-8', body: csv } }),
  }),
  own('GET /admin/usage', {
    summary: 'List the usage of all accounts in a month',
    access: 'operator',
    versioned: false,
    input: UsageQuery.extend(ListQuery.shape),
    output: pageOf(Usage),
    run: async ({ month, ...query }, call, { accounts, clock, askOwner }) => {
      const { hasMore, data } = await accounts.list(query);
      const ids = data.map(({ id }) => id);
      return { hasMore, data: await readUsage(ids, month ?? monthOf(clock()), { call, askOwner }) };
    },
  }),
];

async function ownUsage({ month }: Query, call: Call, { clock, askOwner }: Deps): Promise<Usage> {
  const [usage] = await readUsage([call.accountId], month ?? monthOf(clock()), { call, askOwner });
  if (!usage) throw new Error('the usage of one account was asked for and none was read');
  return usage;
}

import { USAGE_FLOWS, USAGE_LEVELS } from '@estate/contracts';
import type { Page, Usage, UsageName } from '@estate/contracts';
import { table } from '../report.ts';
import type { Report } from '../report.ts';
import type { Context } from './context.ts';

const AT_ONCE = '100';
const NAMES: readonly UsageName[] = [...USAGE_LEVELS, ...USAGE_FLOWS];

export interface UsageOptions {
  month?: string;
  csv?: boolean;
}

/** Lists the usage of every account in a month, for invoices. */
export async function listUsage({ api }: Context, { month, csv = false }: UsageOptions): Promise<Report> {
  const all: Usage[] = [];
  for (let page: Page<Usage> | undefined; page?.hasMore !== false;) {
    page = await api.get<Page<Usage>>('/admin/usage', {
      ...(month !== undefined && { month }),
      limit: AT_ONCE,
      startAfter: all.at(-1)?.accountId,
    });
    all.push(...page.data);
  }
  const headings = ['account', 'month', 'countedUntil', ...NAMES];
  const rows = all.map((usage) => [
    usage.accountId,
    usage.month,
    usage.countedUntil,
    ...NAMES.map((name) => usage[name]),
  ]);
  const text = csv
    ? [headings, ...rows].map((row) => row.join(',')).join('\n')
    : table(headings, rows, 'There are no accounts.');
  return { json: all, text };
}

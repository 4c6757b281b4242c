import type { LoadReport } from '@estate/contracts';
import { ago, table } from '../report.ts';
import type { Report } from '../report.ts';
import type { Context } from './context.ts';

export interface TopOptions {
  seconds: number;
}

/** Lists the accounts that currently cause the most load. */
export async function showTop({ api, now }: Context, { seconds }: TopOptions): Promise<Report> {
  const report = await api.get<LoadReport>('/admin/load', { seconds: String(seconds) });
  const { calls, waiting, isLimited = false, away } = report;
  const parts = [
    table(
      ['account', 'name', 'calls', 'a second', 'seconds', '429', '5xx', 'slowest route'],
      calls.map((row) => [
        ...[row.accountId, row.name, row.calls, (row.calls / seconds).toFixed(1), row.seconds.toFixed(1)],
        ...[row.limited, row.failed, row.slowestRoute],
      ]),
      `No calls in the last ${String(seconds)} s.`,
    ),
    table(
      ['account', 'name', 'service', 'work', 'due', 'oldest'],
      waiting.map(({ accountId, name, service, work, count, oldestDueAt }) => [
        ...[accountId, name, service, work, count],
        ago(oldestDueAt, now()),
      ]),
      'No work is due.',
    ),
    ...(isLimited ? ['There is more than is counted at once: the numbers are lower bounds.'] : []),
    ...(away.length > 0
      ? [`Services that did not answer: ${away.join(', ')}. To find the cause: rek doctor`]
      : []),
  ];
  return { json: report, ok: away.length === 0, text: parts.join('\n') };
}

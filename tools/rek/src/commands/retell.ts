import type { RetellReport } from '@estate/contracts';
import { UsageError } from '../errors.ts';
import { table } from '../report.ts';
import type { Report } from '../report.ts';
import type { Context } from './context.ts';

/** Makes every service publish its messages again, under their ids. */
export async function retellMessages({ api }: Context, options: { since: string }): Promise<Report> {
  const report = await api.post<RetellReport>('/admin/retells', { since: timeOf(options.since) });
  const rows = report.data.map(({ service, messages }) => [service, messages]);
  const away = report.away.length > 0 ? `\nNo response from: ${report.away.join(', ')} (rek doctor)` : '';
  return {
    json: report,
    ok: report.away.length === 0,
    text: table(['service', 'messages published again'], rows, 'No service responded.') + away,
  };
}

/** A time in the format of the API. @throws UsageError */
export function timeOf(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`"${text}" is not a time. Use for example 2026-11-01T08:30:00Z.`);
  return time.toISOString();
}

import type { ViolationReport } from '@estate/contracts';
import { details } from '../report.ts';
import type { Report } from '../report.ts';
import type { Context } from './context.ts';

/** Which invariants are violated, by which documents, and what to do. */
export async function listViolations({ api }: Context): Promise<Report> {
  const report = await api.get<ViolationReport>('/admin/violations');
  const blocks = report.data.map(({ service, promise, count, ids, advice }) =>
    details({ service, invariant: promise, count, documents: ids.join(' '), 'what to do': advice }),
  );
  const away = report.away.length > 0 ? [`Did not answer: ${report.away.join(', ')} (rek doctor)`] : [];
  const said = [...blocks, ...away];
  return {
    json: report,
    ok: said.length === 0,
    text: said.length === 0 ? 'No violations found.' : said.join('\n\n'),
  };
}

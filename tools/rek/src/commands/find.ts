import type { FindReport } from '@estate/contracts';
import { table } from '../report.ts';
import type { Report } from '../report.ts';
import type { Context } from './context.ts';

/** Finds everything with a name in all accounts. */
export async function findAnything({ api }: Context, text: string): Promise<Report> {
  const report = await api.get<FindReport>('/admin/find', { text });
  const rows = report.data.map(({ kind, id, accountId, name }) => [kind, id, accountId, name]);
  return {
    json: report,
    ok: rows.length > 0,
    text: table(['kind', 'id', 'account', 'name'], rows, `No resource has the id or name ${text}.`),
  };
}

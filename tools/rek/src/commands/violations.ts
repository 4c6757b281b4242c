import type { RepairInput, RepairReport, ViolationReport } from '@estate/contracts';
import { details, table } from '../report.ts';
import type { Report } from '../report.ts';
import type { Context } from './context.ts';

/** Lists the violated invariants, the documents that violate them, and the remedies. */
export async function listViolations({ api }: Context): Promise<Report> {
  const report = await api.get<ViolationReport>('/admin/violations');
  const blocks = report.data.map(({ service, promise, count, ids, meaning, advice, isRepairable }) =>
    details({
      service,
      invariant: promise,
      count,
      documents: ids.join(' '),
      'for customers': meaning,
      'what to do': advice,
      repair: isRepairable ? `rek repair --invariant ${promise}` : undefined,
    }),
  );
  const said = [...blocks, ...awayLines(report.away)];
  const found = said.length === 0 ? 'No violations found.' : said.join('\n\n');
  const rounds = report.rounds.toSorted((one, other) => other.seconds - one.seconds);
  return {
    json: report,
    ok: said.length === 0,
    text: `${found}\n\n${table(ROUND_COLUMNS, rounds.map(roundRow), 'No collection is audited.')}`,
  };
}

const ROUND_COLUMNS = ['service', 'checked', 'documents', 'this round', 'a round takes'];

const roundRow = ({
  service,
  walk,
  documents,
  looked,
  seconds,
}: ViolationReport['rounds'][number]): string[] => [
  ...[service, walk, String(documents)],
  `${String(documents === 0 ? 0 : Math.min(100, Math.floor((100 * looked) / documents)))} %`,
  durationOf(seconds),
];

/** A duration in the largest unit of which there are at least two. */
function durationOf(seconds: number): string {
  const units = [
    ['days', 86_400],
    ['hours', 3600],
    ['minutes', 60],
  ] as const;
  const [name, length] = units.find(([, one]) => seconds >= 2 * one) ?? ['seconds', 1];
  return `${String(Math.round(seconds / length))} ${name}`;
}

const awayLines = (away: readonly string[]): string[] =>
  away.length > 0 ? [`No response from: ${away.join(', ')} (rek doctor)`] : [];

export interface RepairOptions {
  dryRun?: boolean;
  invariant?: string;
  id?: string[];
}

/** Repairs what can be repaired without a person, and reports the remedies for the rest. */
export async function repairViolations(
  { api, progress }: Context,
  { dryRun, invariant, id: ids }: RepairOptions,
): Promise<Report> {
  const input: RepairInput = {
    ...(dryRun && { dryRun }),
    ...(invariant && { invariant }),
    ...(ids && { ids }),
  };
  const first = await api.post<RepairReport>('/admin/repairs', input);
  const rounds = [first];
  // One call repairs a limited number of documents.
  while (!dryRun && rounds.at(-1)?.data.some(({ repaired, left }) => repaired.length > 0 && left > 0)) {
    progress(`${String(countOf(rounds))} repaired`);
    rounds.push(await api.post<RepairReport>('/admin/repairs', input));
  }
  const last = rounds.at(-1) ?? first;
  const left = last.data.filter((one) => one.left > 0);
  return {
    json: { repaired: rounds.flatMap(({ data }) => data), left, away: last.away },
    ok: left.length === 0 && last.away.length === 0,
    text: [...repairLines(rounds, dryRun ?? false), ...leftLines(left), ...awayLines(last.away)].join('\n\n'),
  };
}

const countOf = (rounds: readonly RepairReport[]): number =>
  rounds.flatMap(({ data }) => data).reduce((sum, { repaired }) => sum + repaired.length, 0);

function repairLines(rounds: readonly RepairReport[], isDryRun: boolean): string[] {
  const repaired = rounds.flatMap(({ data }) => data).filter((one) => one.repaired.length > 0);
  if (repaired.length === 0) return [isDryRun ? 'Nothing would be repaired.' : 'Nothing was repaired.'];
  return repaired.map((one) =>
    details({
      [isDryRun ? 'would be repaired' : 'repaired']: `${one.service} ${one.promise}`,
      documents: one.repaired.join(' '),
    }),
  );
}

const leftLines = (left: RepairReport['data']): string[] =>
  left.map(({ service, promise, left: count, advice }) =>
    details({ 'not repaired': `${service} ${promise}`, count, 'what to do': advice }),
  );

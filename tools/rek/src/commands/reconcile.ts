import type { Lane, Page } from '@estate/contracts';
import { CommandError, UsageError } from '../errors.ts';
import { table } from '../report.ts';
import type { Report } from '../report.ts';
import type { Context } from './context.ts';

const PAGE = '100';

export interface ReconcileOptions {
  all?: boolean;
  removeUnknown?: boolean;
}

interface Outcome {
  id: string;
  says: string;
  ok: boolean;
}

/** Publishes all listings of one target, or of all targets, again, after a backup was restored. */
export async function reconcileLanes(
  context: Context,
  target: string | undefined,
  options: ReconcileOptions,
): Promise<Report> {
  if ((target === undefined) === (options.all !== true)) {
    throw new UsageError('Name one target, or use --all.');
  }
  const outcomes: Outcome[] = [];
  for await (const id of target === undefined ? everyLane(context) : [target]) {
    outcomes.push(await reconcileOne(id, options, context));
    context.progress(`${String(outcomes.length)} lanes`);
  }
  const rows = outcomes.map(({ id, says }) => [id, says]);
  return {
    json: { lanes: outcomes },
    ok: outcomes.every(({ ok }) => ok),
    text: table(['lane (target)', 'result'], rows, 'There are no lanes.'),
  };
}

/** Reconciles one lane; its failure does not stop the others. */
async function reconcileOne(id: string, options: ReconcileOptions, { api }: Context): Promise<Outcome> {
  const how = options.removeUnknown ? { removeUnknown: true } : {};
  try {
    const lane = await api.post<Lane>(`/admin/lanes/${encodeURIComponent(id)}/reconcile`, how);
    return { id, says: `${String(lane.dueCount)} listings are published again`, ok: true };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { id, says: error.message, ok: false };
  }
}

async function* everyLane({ api }: Context): AsyncGenerator<string> {
  for (let startAfter: string | undefined; ;) {
    const page = await api.get<Page<Lane>>('/admin/lanes', { limit: PAGE, startAfter });
    for (const { id } of page.data) yield id;
    startAfter = page.data.at(-1)?.id;
    if (!page.hasMore) return;
  }
}

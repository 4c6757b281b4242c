import { Unavailable } from '@estate/errors';
import { problem } from '@estate/http';
import { SYNCHRONIZE } from '@estate/contracts';
import type { ItemResult, StoredJob, StoredJobItem } from '../domain/job.ts';
import { METRICS } from '../metrics.ts';
import { ITEM_ACTIONS } from './item-actions.ts';
import { askerFor } from './job-deps.ts';
import type { JobDeps } from './job-deps.ts';

/** The size of a portion; between two portions other accounts have their turn, and the job may be cancelled. */
const AT_ONCE = 10;
/** The number of failed answers after which an item has failed, if the service answers others. */
const ERRORS_MAX = 5;
/** The maximum wait for a service that answers none of a portion: it is unavailable, but a job must end. */
const WAITING_MAX_MS = 24 * 60 * 60 * 1000;

/** The dependencies of items; nothing is started or ended once another worker has the job. */
export type ItemDeps = JobDeps & { lost: AbortSignal };

/** Works on the next items of a job; false if none is left. @throws the error of a service that did not answer */
export async function runItems(deps: ItemDeps, job: StoredJob): Promise<boolean> {
  const items = await deps.jobItems.pending(job, AT_ONCE);
  if (items.length === 0) return false;
  await deps.jobItems.begin(job, items, deps.clock());
  const attempts = await Promise.all(items.map((item) => attempt(deps, job, item)));
  const isAnswered = attempts.some(({ trouble }) => trouble === undefined);
  const troubles = attempts.filter(({ trouble }) => trouble !== undefined);
  for (const { item, trouble } of troubles) {
    const mayWait = !isAnswered && trouble instanceof Unavailable && !hasWaited(item, deps.clock());
    if (!mayWait) await noteTrouble(deps, { job, item }, trouble);
  }
  const [first] = troubles;
  if (first) throw first.trouble;
  return true;
}

const hasWaited = ({ begunAt }: StoredJobItem, now: Date): boolean =>
  begunAt !== undefined && now.getTime() - begunAt.getTime() > WAITING_MAX_MS;

interface Attempt {
  item: StoredJobItem;
  /** The reason why a service could not answer. */
  trouble?: unknown;
}

async function attempt(deps: ItemDeps, job: StoredJob, item: StoredJobItem): Promise<Attempt> {
  try {
    deps.lost.throwIfAborted();
    const work = { job, item, ask: askerFor(deps, job) };
    const { action } = job.order;
    if (action === SYNCHRONIZE) throw new Error('a job that watches does nothing with its items');
    await end(deps, { item }, await ITEM_ACTIONS[action](work));
    return { item };
  } catch (error) {
    if (deps.lost.aborted) throw error;
    const { status } = problem(error, job.trace.requestId);
    if (status >= 500) return { item, trouble: error };
    await end(deps, { item }, refused(error, job));
    return { item };
  }
}

const refused = (error: unknown, { trace }: StoredJob): ItemResult => {
  const { code, message } = problem(error, trace.requestId).body;
  return { state: 'failed', reason: { code, message } };
};

interface Worked {
  job: StoredJob;
  item: StoredJobItem;
}

async function noteTrouble(deps: ItemDeps, worked: Worked, trouble: unknown): Promise<void> {
  const { errors = 0 } = worked.item;
  if (errors + 1 < ERRORS_MAX) await deps.jobItems.noteError(worked.item);
  else await end(deps, worked, refused(trouble, worked.job));
}

/** Saves the result of an item. */
export async function end(deps: ItemDeps, { item }: Pick<Worked, 'item'>, result: ItemResult): Promise<void> {
  deps.lost.throwIfAborted();
  await deps.jobItems.end(item, result, deps.clock());
  deps.metrics.counter(METRICS.job_items_total).inc({ outcome: result.state });
}

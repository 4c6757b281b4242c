import { withTrace } from '@estate/observability';
import type { WorkEnd, Worker } from '@estate/persistence';
import { stepWorker } from '../accounts/step-worker.ts';
import { isWatching } from '../domain/job.ts';
import type { StoredJob } from '../domain/job.ts';
import type { JobStep } from '../stores/job-store.ts';
import { cancelledBecause } from './cancelled-because.ts';
import type { JobDeps } from './job-deps.ts';
import type { JobTurn } from './job-turns.ts';
import { JobTurns } from './job-turns.ts';
import { listItems } from './list-items.ts';
import { mustStop } from './may-go-on.ts';
import { runItems } from './run-items.ts';
import type { ItemDeps } from './run-items.ts';
import { listSynchronized, nextLookMs, watchSynchronized } from './synchronize-job.ts';

/** The number of accounts whose jobs run in parallel in each replica. */
const CONCURRENCY = 2;

/** Works on jobs, a portion of one account after a portion of another. */
export function jobWorker(deps: JobDeps): { worker: Worker; wake: (accountId: string) => void } {
  const turns = new JobTurns(deps.jobs, deps.clock);
  const { queue } = deps.jobs;
  const worker = stepWorker<JobTurn, JobStep>({
    ...deps,
    name: 'jobs',
    queue,
    claim: (by) => turns.claim(by),
    ended: ({ endTurn }) => {
      endTurn();
    },
    concurrency: CONCURRENCY,
    step: ({ job }, lost) => withTrace(job.trace, () => step({ ...deps, lost }, job)),
    report: ({ job: { id: jobId, accountId } }, how) => {
      if (how.outcome === 'trouble') deps.log.warn({ jobId, accountId, err: how.error }, 'job.step');
      else if (how.outcome === 'saved' && how.end.result?.counts)
        deps.log.info({ jobId, accountId, counts: how.end.result.counts }, 'job.ended');
    },
  });
  const wake = (accountId: string) => {
    turns.hint(accountId);
    worker.wake();
  };
  return { worker, wake };
}

const next = (result: JobStep): WorkEnd<JobStep> => ({ retryInMs: 0, result });

async function step(deps: ItemDeps, job: StoredJob): Promise<WorkEnd<JobStep>> {
  const { jobItems, clock } = deps;
  if (job.state === 'cancelled') {
    await jobItems.cancel(job, clock());
    return { result: { counts: await jobItems.count(job) }, messages: [] };
  }
  const reason = await mustStop(deps, job);
  if (reason) return next(cancelledBecause(reason, deps));
  const isOnlyWatched = isWatching(job);
  if (job.state === 'preparing') return next(await (isOnlyWatched ? listSynchronized : listItems)(deps, job));
  if (isOnlyWatched) {
    if (await watchSynchronized(deps, job)) return { retryInMs: nextLookMs(deps, job), result: {} };
  } else if (await runItems(deps, job)) return next({});
  const finished = { state: 'finished' as const, finishedAt: clock(), counts: await jobItems.count(job) };
  return { result: finished, messages: [] };
}

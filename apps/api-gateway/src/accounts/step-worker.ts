import type { Logger } from '@estate/observability';
import { WorkRunner, Worker } from '@estate/persistence';
import type { Claim, ClaimBy, WorkEnd, WorkReport, WorkRunnerOptions } from '@estate/persistence';

const LEASE_MS = 30_000;
const BACKOFF = { firstMs: 1000, longestMs: 60_000 };

/** The maximum time that a step is planned ahead, in a queue with these pauses. */
export const longestStepMs = (...pausesMs: readonly number[]): number =>
  Math.max(BACKOFF.longestMs, ...pausesMs);

type ClaimNext<C> = (by: ClaimBy) => Promise<C | null>;

export interface StepWorkerOptions<C extends Claim, R> {
  name: string;
  queue: WorkRunnerOptions<R>['queue'];
  /** Claims the next step. */
  claim: ClaimNext<C>;
  /** Called when the work on it has ended, in any case. */
  ended?(claimed: C): void;
  /** The maximum number of parallel steps, 1 by default. */
  concurrency?: number;
  /** Does a part of the work, and returns when the next one is due; `lost` is aborted if another worker has taken over. */
  step(claimed: C, lost: AbortSignal): Promise<WorkEnd<R>>;
  report(claimed: C, how: WorkReport<WorkEnd<R>>): void;
  clock: () => Date;
  newId: () => string;
  log: Logger;
  sweepEveryMs: number;
}

/** Works on the due steps of a queue. */
export function stepWorker<C extends Claim, R>(options: StepWorkerOptions<C, R>): Worker {
  const { name, queue, claim, step, report, clock, newId, log, sweepEveryMs, concurrency = 1 } = options;
  const once = { queue, clock, log, leaseMs: LEASE_MS, backoff: BACKOFF, owner: newId() };
  const runner = new WorkRunner<R>(once);
  const run = (signal: AbortSignal) =>
    runner.next(claim, (claimed) =>
      runner
        .run(claimed, {
          signal,
          work: (lost) => step(claimed, lost),
          report: (how) => {
            report(claimed, how);
          },
        })
        .finally(() => options.ended?.(claimed)),
    );
  return new Worker({ name, run, sweepEveryMs, concurrency, log });
}

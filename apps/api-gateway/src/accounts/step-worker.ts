import type { Logger } from '@estate/observability';
import { WorkRunner, Worker } from '@estate/persistence';
import type { Claim, ClaimBy, WorkEnd, WorkReport, WorkRunnerOptions } from '@estate/persistence';

const LEASE_MS = 30_000;
const BACKOFF = { firstMs: 1000, longestMs: 60_000 };

/** No step is planned further ahead than this, in a queue with these pauses. */
export const longestStepMs = (...pausesMs: readonly number[]): number =>
  Math.max(BACKOFF.longestMs, ...pausesMs);

type ClaimNext<C> = (by: ClaimBy) => Promise<C | null>;

export interface StepWorkerOptions<C extends Claim, R> {
  name: string;
  queue: WorkRunnerOptions<R>['queue'];
  /** Takes what is next. */
  claim: ClaimNext<C>;
  /** Called when the work on it has ended, however it did. */
  ended?(claimed: C): void;
  /** How many steps may be at work at once, 1 by default. */
  concurrency?: number;
  /** Does a part of the work, and says when the next one is due; `lost` says that another worker does it by now. */
  step(claimed: C, lost: AbortSignal): Promise<WorkEnd<R>>;
  report(claimed: C, how: WorkReport<WorkEnd<R>>): void;
  clock: () => Date;
  newId: () => string;
  log: Logger;
  sweepEveryMs: number;
}

/** Takes what is due of a queue, one step at a time. */
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

import type { Logger } from '@estate/observability';
import type { Worker } from '@estate/persistence';
import { stepWorker } from '../step-worker.ts';
import type { ClosingStore } from '../../stores/closing-store.ts';
import { closingStep } from './closing-steps.ts';
import type { StepDeps } from './closing-steps.ts';

export interface ClosingWorkerDeps extends StepDeps {
  closings: Pick<ClosingStore, 'queue'>;
  newId: () => string;
  log: Logger;
  sweepEveryMs: number;
}

/** Closes accounts, step by step. */
export const closingWorker = (deps: ClosingWorkerDeps): Worker =>
  stepWorker({
    ...deps,
    name: 'closings',
    queue: deps.closings.queue,
    claim: (by) => deps.closings.queue.claim(by),
    step: ({ closing }) => closingStep(deps, closing),
    report: ({ closing: { id: closingId, accountId, phase } }, how) => {
      const { log } = deps;
      const about = { closingId, accountId, phase };
      if (how.outcome === 'trouble') log.warn({ ...about, err: how.error }, 'closing.step');
      else if (how.outcome === 'saved' && how.end.result?.state === 'finished')
        log.info({ ...about, erased: how.end.result.erased }, 'closing.finished');
      else if (how.outcome === 'saved' && how.end.result?.phase)
        log.info({ ...about, phase: how.end.result.phase }, 'closing.phase');
    },
  });

import type { Metrics } from '@estate/observability';
import { METRICS } from '../mongo/metrics.ts';

interface DueWork {
  /** The name of the worker in the metric. */
  worker: string;
  queue: {
    /** The due time of the row that has been due longest; undefined if nothing is due. */
    oldestDueAt(now: Date): Promise<Date | undefined>;
  };
  clock: () => Date;
}

/** Shows in a metric for how long the most overdue row of a worker has been due. */
export function showOldestDue(
  metrics: Pick<Metrics, 'measured'>,
  { worker, queue, clock }: DueWork,
): () => void {
  return metrics.measured(METRICS.work_oldest_due_seconds, async () => {
    const now = clock();
    const at = await queue.oldestDueAt(now);
    return [{ labels: { worker }, value: at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0 }];
  });
}

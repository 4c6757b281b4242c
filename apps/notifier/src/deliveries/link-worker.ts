import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { Stores } from '../stores/open-stores.ts';

const EVERY_MS = 60_000;

/** Gives links to older events in the background, portion by portion. */
export function linkWorker({
  backfill,
  clock,
  log,
}: Pick<Stores, 'backfill'> & { clock: () => Date; log: Logger }): Worker {
  let isFinished = false;
  const run = async (): Promise<boolean> => {
    if (isFinished) return false;
    const { more, finished } = await backfill.step(clock());
    isFinished = finished;
    return more;
  };
  return new Worker({ name: 'event-links', run, sweepEveryMs: EVERY_MS, log });
}

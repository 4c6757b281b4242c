import { Unavailable } from '@estate/errors';
import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import type { LaneMetrics } from '../lanes/lane-metrics.ts';
import { removeIfFinished } from '../lanes/remove-if-finished.ts';
import type { DueListingStore } from '../stores/due-listing-store.ts';
import { acceptListing } from './accept-listing.ts';
import { republishTarget } from './republish-target.ts';

const BATCH = 100;

export interface UpkeepDeps extends Pick<Deps, 'bus' | 'clock' | 'listings' | 'ring' | 'targets'> {
  due: Pick<DueListingStore, 'hasUnfinished' | 'forgetGivenUp' | 'oldestDueAt'>;
  metrics: Pick<LaneMetrics, 'oldestDue'>;
  log: Logger;
  abandonedAfterMs: number;
}

/** Finishes now and then what a crash left half-made. */
export const upkeepWorker = (deps: UpkeepDeps, sweepEveryMs: number): Worker =>
  new Worker({ name: 'upkeep', run: (signal) => upkeep(deps, signal), sweepEveryMs, log: deps.log });

export async function upkeep(deps: UpkeepDeps, signal: AbortSignal): Promise<boolean> {
  const now = deps.clock();
  const abandoned = new Date(now.getTime() - deps.abandonedAfterMs);
  await measure(now, deps);
  await deps.targets.unmarkAbandoned(abandoned);
  for (const target of await deps.targets.toRepublish(BATCH)) await republishTarget(target, deps);
  await removeFinishedTargets(deps, signal);
  await acceptAbandoned(abandoned, deps, signal);
  return false;
}

async function measure(now: Date, { due, metrics }: UpkeepDeps): Promise<void> {
  const oldest = await due.oldestDueAt(now);
  const waited = (since = now) => (now.getTime() - since.getTime()) / 1000;
  metrics.oldestDue({ all: waited(oldest.all), open: waited(oldest.open) });
}

async function removeFinishedTargets(deps: UpkeepDeps, signal: AbortSignal): Promise<void> {
  let after = '';
  while (!signal.aborted) {
    const batch = await deps.targets.deleted(BATCH, after);
    for (const { _id } of batch) {
      await removeIfFinished(_id, deps);
      after = _id;
    }
    if (batch.length < BATCH) return;
  }
}

async function acceptAbandoned(before: Date, deps: UpkeepDeps, signal: AbortSignal): Promise<void> {
  for (const pending of await deps.listings.abandonedPending(before, BATCH)) {
    if (signal.aborted) return;
    try {
      await acceptListing(pending, deps);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      deps.log.warn({ err: error }, 'listing.pending.not-settled');
      return;
    }
  }
}

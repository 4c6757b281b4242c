import { Unavailable } from '@estate/errors';
import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { DueWork } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import type { LaneMetrics } from '../lanes/lane-metrics.ts';
import { dueTargets } from '../lanes/due-targets.ts';
import { removeIfFinished } from '../lanes/remove-if-finished.ts';
import { acceptListing } from './accept-listing.ts';
import { republishAccount } from './republish-account.ts';
import { republishTarget } from '../targets/republish-target.ts';

const BATCH = 100;

export interface UpkeepDeps extends Pick<
  Deps,
  'bus' | 'clock' | 'listings' | 'publishingSettings' | 'targets' | 'wakeLane'
> {
  metrics: Pick<LaneMetrics, 'oldestDue'>;
  log: Logger;
  halfMadeAfterMs: number;
}

/** Finishes what a crash left incomplete. */
export const upkeepWorker = (deps: UpkeepDeps, sweepEveryMs: number): Worker =>
  new Worker({ name: 'upkeep', run: (signal) => upkeep(deps, signal), sweepEveryMs, log: deps.log });

export async function upkeep(deps: UpkeepDeps, signal: AbortSignal): Promise<boolean> {
  const now = deps.clock();
  const halfMadeBefore = new Date(now.getTime() - deps.halfMadeAfterMs);
  await measure(now, deps);
  await deps.targets.unmarkDeletingSince(halfMadeBefore);
  for (const account of await deps.publishingSettings.toRepublish(BATCH))
    await republishAccount(account, deps);
  for (const target of await deps.targets.toRepublish(BATCH)) await republishTarget(target, deps);
  await removeFinishedTargets(deps, signal);
  for (const targetId of await deps.listings.progress.retryRefused(now)) deps.wakeLane(targetId);
  await acceptPending(halfMadeBefore, deps, signal);
  return false;
}

async function measure(now: Date, { listings: { due }, metrics, targets: { lanes } }: UpkeepDeps) {
  const { all, open } = await dueTargets(now, { due, lanes });
  metrics.oldestDue({ all: waitedSeconds(all, now), open: waitedSeconds(open, now) });
}

const waitedSeconds = (targets: readonly DueWork[], now: Date): number =>
  Math.max(0, ...targets.map(({ dueAt }) => now.getTime() - dueAt.getTime())) / 1000;

async function removeFinishedTargets(deps: UpkeepDeps, signal: AbortSignal): Promise<void> {
  const { listings, targets } = deps;
  let after = '';
  while (!signal.aborted) {
    const batch = await targets.deleted(BATCH, after);
    for (const { id } of batch) {
      await removeIfFinished(id, { due: listings.due, progress: listings.progress, targets });
      after = id;
    }
    if (batch.length < BATCH) return;
  }
}

async function acceptPending(before: Date, deps: UpkeepDeps, signal: AbortSignal): Promise<void> {
  for (const pending of await deps.listings.pendingSince(before, BATCH)) {
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

import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { Deps } from '../deps.ts';

const BATCH = 200;

export interface PlannedDeps extends Pick<Deps, 'clock' | 'listings' | 'wakeLane'> {
  log: Logger;
}

/** Looks for planned times of listings that have passed. */
export const plannedWorker = (deps: PlannedDeps, sweepEveryMs: number): Worker =>
  new Worker({ name: 'planned', run: () => beginPlanned(deps), sweepEveryMs, log: deps.log });

/** Makes listings due whose planned time has passed, and wakes their lanes; true when there may be more. */
export async function beginPlanned({ clock, listings, wakeLane }: PlannedDeps): Promise<boolean> {
  const targets = await listings.planned.makeDue(clock(), BATCH);
  for (const targetId of new Set(targets)) wakeLane(targetId);
  return targets.length === BATCH;
}

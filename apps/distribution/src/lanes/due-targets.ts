import type { DueListings, DueTarget } from '../stores/listings/due-listings.ts';
import type { LaneControls } from '../stores/targets/lane-controls.ts';

export interface DueTargetsDeps {
  due: Pick<DueListings, 'targets'>;
  lanes: Pick<LaneControls, 'stopped'>;
}

/** Every target with something due, and those of them whose lanes may be taken. */
export async function dueTargets(
  now: Date,
  { due, lanes }: DueTargetsDeps,
): Promise<{ all: DueTarget[]; open: DueTarget[] }> {
  const all = await due.targets(now);
  if (all.length === 0) return { all, open: all };
  const stopped = await lanes.stopped();
  return { all, open: all.filter(({ targetId }) => !stopped.has(targetId)) };
}

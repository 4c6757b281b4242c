import type { DueWork } from '@estate/persistence';
import type { DueListings } from '../stores/listings/due-listings.ts';
import type { LaneControls } from '../stores/targets/lane-controls.ts';

/** Every target with something due, and those of them whose lanes may be taken. */
export async function dueTargets(
  now: Date,
  { due, lanes }: { due: Pick<DueListings, 'targets'>; lanes: Pick<LaneControls, 'stopped'> },
): Promise<{ all: DueWork[]; open: DueWork[] }> {
  const all = await due.targets(now);
  if (all.length === 0) return { all, open: all };
  const stopped = await lanes.stopped();
  return { all, open: all.filter(({ id }) => !stopped.has(id)) };
}

import type { DueWork } from '@estate/persistence';
import type { DueTargetsDeps } from './lane-deps.ts';

/** Every target with something due, and those of them whose lanes may be taken. */
export async function dueTargets(
  now: Date,
  { due, lanes }: DueTargetsDeps,
): Promise<{ all: DueWork[]; open: DueWork[] }> {
  const all = await due.targets(now);
  if (all.length === 0) return { all, open: all };
  const stopped = await lanes.stopped();
  return { all, open: all.filter(({ id }) => !stopped.has(id)) };
}

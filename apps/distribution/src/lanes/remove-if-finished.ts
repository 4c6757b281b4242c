import type { LaneDeps } from './lane-deps.ts';

/**
 * Removes a target that was deleted as soon as nothing is left to be done on it; what was abandoned ends with it. The closing of an
 * account still has to see what was abandoned.
 */
export async function removeIfFinished(
  targetId: string,
  { due, progress, targets }: Pick<LaneDeps, 'due' | 'progress' | 'targets'>,
): Promise<void> {
  if ((await due.hasUnfinished(targetId)) || (await targets.closings.isKept(targetId))) return;
  await progress.forgetAbandoned(targetId);
  await targets.remove(targetId);
}

import type { RemovalDeps } from './lane-deps.ts';

/** Removes a target that was deleted as soon as nothing is left to be done on it; what was abandoned ends with it. */
export async function removeIfFinished(
  targetId: string,
  { due, progress, targets }: RemovalDeps,
): Promise<void> {
  if (await due.hasUnfinished(targetId)) return;
  await progress.forgetAbandoned(targetId);
  await targets.remove(targetId);
}

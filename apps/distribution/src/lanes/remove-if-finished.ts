import type { LaneDeps } from './lane-deps.ts';

export interface RemovalDeps {
  due: Pick<LaneDeps['due'], 'hasUnfinished' | 'forgetGivenUp'>;
  targets: Pick<LaneDeps['targets'], 'remove'>;
}

/** Removes a target that was deleted as soon as nothing is left to be done on it; what was given up ends with it. */
export async function removeIfFinished(targetId: string, { due, targets }: RemovalDeps): Promise<void> {
  if (await due.hasUnfinished(targetId)) return;
  await due.forgetGivenUp(targetId);
  await targets.remove(targetId);
}

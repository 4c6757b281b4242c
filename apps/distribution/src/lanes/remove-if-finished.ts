import type { DueListings } from '../stores/listings/due-listings.ts';
import type { ListingProgress } from '../stores/listings/listing-progress.ts';
import type { TargetStore } from '../stores/targets/target-store.ts';

export interface RemovalDeps {
  due: Pick<DueListings, 'hasUnfinished'>;
  progress: Pick<ListingProgress, 'forgetAbandoned'>;
  targets: Pick<TargetStore, 'remove'>;
}

/** Removes a target that was deleted as soon as nothing is left to be done on it; what was abandoned ends with it. */
export async function removeIfFinished(
  targetId: string,
  { due, progress, targets }: RemovalDeps,
): Promise<void> {
  if (await due.hasUnfinished(targetId)) return;
  await progress.forgetAbandoned(targetId);
  await targets.remove(targetId);
}

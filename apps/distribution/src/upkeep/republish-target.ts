import type { TargetRecord } from '../domain/target.ts';
import type { TargetStore } from '../stores/target-store.ts';
import type { Deps } from '../deps.ts';

export interface RepublishDeps extends Pick<Deps, 'clock' | 'listings' | 'ring'> {
  targets: Pick<TargetStore, 'listingsMadeDue'>;
}

/** Makes everything of an updated target due; the mark on the target survives a crash in between. */
export async function republishTarget(
  { _id: targetId, republish }: TargetRecord,
  { clock, listings, ring, targets }: RepublishDeps,
): Promise<void> {
  if (!republish) return;
  await listings.makeDueOfTarget(targetId, { at: clock(), ...republish });
  await targets.listingsMadeDue(targetId, republish.token);
  ring(targetId);
}

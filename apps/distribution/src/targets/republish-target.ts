import type { TargetRecord } from '../domain/target.ts';
import type { ListingStore } from '../stores/listings/listing-store.ts';
import type { TargetStore } from '../stores/targets/target-store.ts';
import type { Deps } from '../deps.ts';

export interface RepublishDeps extends Pick<Deps, 'clock' | 'wakeLane'> {
  listings: Pick<ListingStore, 'makeDueOfTarget'>;
  targets: Pick<TargetStore, 'listingsMadeDue'>;
}

/** Makes everything of an updated target due; the mark on the target survives a crash in between. */
export async function republishTarget(
  { id: targetId, republish }: TargetRecord,
  { clock, listings, targets, wakeLane }: RepublishDeps,
): Promise<void> {
  if (!republish) return;
  await listings.makeDueOfTarget(targetId, { at: clock(), ...republish });
  await targets.listingsMadeDue(targetId, republish.token);
  wakeLane(targetId);
}

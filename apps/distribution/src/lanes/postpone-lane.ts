import type { LastError } from '../domain/listing.ts';
import type { TargetRecord } from '../domain/target.ts';
import type { DueListings } from '../stores/listings/due-listings.ts';
import type { TargetStore } from '../stores/targets/target-store.ts';

/** Puts off what is due on a target, as it was read, until its lane may run again. */
export async function postponeLane(
  { id, laneGeneration }: Pick<TargetRecord, 'id' | 'laneGeneration'>,
  { now, until, ...why }: { now: Date; until: Date; lastError?: LastError; isAttempt?: boolean },
  {
    due,
    targets,
  }: { due: Pick<DueListings, 'bringForward' | 'postpone'>; targets: Pick<TargetStore, 'peek'> },
): Promise<void> {
  await due.postpone(id, now, { dueAt: until, ...why });
  // After a fresh start by the customer, nothing waits for the old time.
  const target = await targets.peek(id);
  if (target && target.laneGeneration !== laneGeneration)
    await due.bringForward(id, { from: until, to: now });
}

import type { LastError } from '../domain/listing.ts';
import type { DueListings } from '../stores/listings/due-listings.ts';
import type { TargetStore } from '../stores/targets/target-store.ts';

export interface PostponeDeps {
  due: Pick<DueListings, 'bringForward' | 'postpone'>;
  targets: Pick<TargetStore, 'peek'>;
}

interface Postponement {
  targetId: string;
  laneGeneration: number;
  now: Date;
  until: Date;
  lastError?: LastError;
}

/** Puts off what is due on a target until its lane may run again. */
export async function postponeLane(
  { targetId, laneGeneration, now, until, lastError }: Postponement,
  { due, targets }: PostponeDeps,
): Promise<void> {
  await due.postpone(targetId, now, { dueAt: until, ...(lastError && { lastError }) });
  // A fresh start that the customer gave meanwhile must not wait for the old time.
  const target = await targets.peek(targetId);
  if (target && target.laneGeneration !== laneGeneration)
    await due.bringForward(targetId, { from: until, to: now });
}

import type { LastError } from '../domain/listing.ts';
import type { LaneDeps } from './lane-deps.ts';

interface Hold {
  targetId: string;
  epoch: number;
  now: Date;
  until: Date;
  lastError?: LastError;
}

/** Puts off what is due on a target until its lane may run again. */
export async function holdLane(
  { targetId, epoch, now, until, lastError }: Hold,
  { due, targets }: Pick<LaneDeps, 'due' | 'targets'>,
): Promise<void> {
  await due.postpone(targetId, now, { dueAt: until, ...(lastError && { lastError }) });
  // A fresh start that the customer gave meanwhile must not wait for the old time.
  const target = await targets.peek(targetId);
  if (target && target.laneEpoch !== epoch) await due.bringForward(targetId, { from: until, to: now });
}

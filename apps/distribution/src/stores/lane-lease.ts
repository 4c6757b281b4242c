import { claim, held } from '@estate/persistence';
import type { Collection, Lease } from '@estate/persistence';
import type { SetAside } from '../domain/pause.ts';
import type { TargetDoc } from './target-doc.ts';

export interface LaneClaim {
  owner: string;
  leaseMs: number;
  now: Date;
  /** False: only a lane whose last process handed it back. */
  suspects?: boolean;
}

const NOT_STOPPED = { pausedAt: { $exists: false }, setAside: { $exists: false } };

/** Takes the lane of a target, unless another process has it, it is stopped, or it is held back until later. */
export function claimLane(docs: Collection<TargetDoc>, id: string, { suspects = true, ...by }: LaneClaim) {
  const open = { retryAt: { $lte: by.now }, ...NOT_STOPPED };
  const trusted = suspects ? {} : { unended: { $not: { $gt: 0 } } };
  return claim(docs, { _id: id, ...open, ...trusted }, { ...by, counts: 'unended' });
}

/** The same, however long the lane is held back or paused: a customer asked for it. */
export function claimForCheck(docs: Collection<TargetDoc>, id: string, by: LaneClaim) {
  return claim(docs, { _id: id, setAside: { $exists: false } }, { ...by, counts: 'unended' });
}

/** Hands the lane back: its process is alive. */
export async function releaseLane(docs: Collection<TargetDoc>, lease: Lease): Promise<void> {
  await docs.updateOne(held<TargetDoc>(lease), { $unset: { lease: '', unended: '' } });
}

/** From now on nobody takes the lane; false when it was lost, or given a fresh start meanwhile. */
export async function setLaneAside(
  docs: Collection<TargetDoc>,
  lease: Lease,
  setAside: SetAside,
): Promise<boolean> {
  const { matchedCount } = await docs.updateOne(
    { ...held<TargetDoc>(lease), unended: { $gt: setAside.deaths } },
    { $set: { setAside }, $unset: { lease: '', unended: '' } },
  );
  return matchedCount === 1;
}

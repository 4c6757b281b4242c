import type { Lane } from '@estate/contracts';
import type { TargetRecord } from './target.ts';

/** A target with what waits in its lane. */
export interface LaneView {
  target: TargetRecord;
  /** A worker holds the lane. */
  working: boolean;
  dueCount: number;
  oldestDueAt: Date | undefined;
}

export const laneResource = ({ target, working, dueCount, oldestDueAt }: LaneView, now: Date): Lane => ({
  id: target._id,
  accountId: target.accountId,
  type: target.type,
  ...(target.pausedAt && { pausedAt: target.pausedAt.toISOString() }),
  ...(target.setAside && {
    setAside: { at: target.setAside.at.toISOString(), deaths: target.setAside.deaths },
  }),
  working,
  dueCount,
  ...(oldestDueAt && { oldestDueAt: oldestDueAt.toISOString() }),
  ...(target.retryAt > now && { heldUntil: target.retryAt.toISOString() }),
});

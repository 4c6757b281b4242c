import type { Lane } from '@estate/contracts';
import type { TargetRecord } from './target.ts';

/** A target with what waits in its lane. */
export interface LaneView {
  target: TargetRecord;
  dueCount: number;
  oldestDueAt: Date | undefined;
}

export const laneResource = ({ target, dueCount, oldestDueAt }: LaneView, now: Date): Lane => ({
  id: target.id,
  accountId: target.accountId,
  type: target.type,
  ...(target.pausedAt && { pausedAt: target.pausedAt.toISOString() }),
  ...(target.setAside && {
    setAside: { at: target.setAside.at.toISOString(), deaths: target.setAside.deaths },
  }),
  working: target.leasedUntil !== undefined && target.leasedUntil > now,
  dueCount,
  ...(oldestDueAt && { oldestDueAt: oldestDueAt.toISOString() }),
  ...(target.retryAt > now && { heldUntil: target.retryAt.toISOString() }),
});

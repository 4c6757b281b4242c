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

/** How often a paused lane that has work is looked at; then its work waits for the next look. */
const PAUSE_LOOK_MS = 5000;

/** Until when what is due in a lane need not be looked at; undefined: the lane may run. */
export function heldUntil({ pausedAt, retryAt }: TargetRecord, now: Date): Date | undefined {
  const look = pausedAt && new Date(now.getTime() + PAUSE_LOOK_MS);
  const until = Math.max(retryAt.getTime(), look?.getTime() ?? 0);
  return until > now.getTime() ? new Date(until) : undefined;
}

export const laneResource = ({ target, working, dueCount, oldestDueAt }: LaneView, now: Date): Lane => ({
  id: target._id,
  accountId: target.accountId,
  type: target.type,
  ...(target.pausedAt && { pausedAt: target.pausedAt.toISOString() }),
  working,
  dueCount,
  ...(oldestDueAt && { oldestDueAt: oldestDueAt.toISOString() }),
  ...(target.retryAt > now && { heldUntil: target.retryAt.toISOString() }),
});

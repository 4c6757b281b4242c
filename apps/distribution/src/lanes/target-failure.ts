import { lastErrorOf } from '../domain/publication.ts';
import { nextAttemptAt } from '../domain/retry-schedule.ts';
import { LANE_OPEN } from '../domain/target.ts';
import type { PublicationFailure } from '../platforms/platform.ts';
import { holdLane } from './hold-lane.ts';
import type { Lane, LaneDeps } from './lane-deps.ts';
import { recordDefeat } from './record-outcome.ts';

const BATCH = 20;

interface Stop {
  failure: PublicationFailure;
  /** Something was published before it, so this is the first failure in a row. */
  fresh: boolean;
}

/**
 * Stops the lane after a failure that every listing of the account would meet: held back once for all of them, or, when
 * repeating cannot help, each due listing fails now without another login.
 */
export async function stopLane({ failure, fresh }: Stop, lane: Lane, deps: LaneDeps): Promise<void> {
  const { target, lease } = lane;
  const now = deps.clock();
  const failedLanes = (fresh ? 0 : target.laneAttempt) + 1;
  const planned = failure.repeat ? nextAttemptAt(deps.schedule, failedLanes, now) : undefined;
  const retryAt = planned && notBefore(planned, now, failure.retryAfterMs ?? 0);
  const state = retryAt ? { retryAt, laneAttempt: failedLanes } : { retryAt: LANE_OPEN, laneAttempt: 0 };
  const { code } = failure;
  deps.log.warn(
    { targetId: target._id, code, reason: failure.message, failedLanes, retryAt },
    'lane.stopped',
  );
  // The customer may have corrected the target meanwhile: then this failure says nothing about it any more.
  if (!(await deps.targets.recordLane(lease, target.laneEpoch, state))) return;
  const hold = { targetId: target._id, epoch: target.laneEpoch, now };
  if (retryAt) await holdLane({ ...hold, until: retryAt, lastError: lastErrorOf(failure, now) }, deps);
  else await failAllDue(failure, now, { lane, deps });
}

const notBefore = (time: Date, now: Date, ms: number): Date =>
  new Date(Math.max(time.getTime(), now.getTime() + ms));

async function failAllDue(
  failure: PublicationFailure,
  until: Date,
  to: { lane: Lane; deps: LaneDeps },
): Promise<void> {
  const { lane, deps } = to;
  while (!lane.signal.aborted) {
    const batch = await deps.due.due(lane.target._id, until, BATCH);
    // What is made due after a fresh start was given to the lane is newer than what was read here.
    if ((await deps.targets.peek(lane.target._id))?.laneEpoch !== lane.target.laneEpoch) return;
    const recorded = await Promise.all(batch.map((record) => recordDefeat(record, failure, to)));
    if (!recorded.includes(true)) return;
  }
}

import { lastErrorOf } from '../domain/publication.ts';
import { nextAttemptAt, notBefore } from '../domain/retry-schedule.ts';
import { LANE_OPEN } from '../domain/target.ts';
import type { PublicationFailure } from '../platforms/platform.ts';
import type { Lane, StopDeps } from './lane-deps.ts';
import { postponeLane } from './postpone-lane.ts';
import { recordDefeat } from './record-outcome.ts';

const BATCH = 20;

interface Stop {
  failure: PublicationFailure;
  /** Something was published before it, so this is the first failure in a row. */
  fresh: boolean;
}

/**
 * Stops the lane after a failure that every listing of the account would meet: postponed once for all of them, or, when
 * a retry cannot help, each due listing fails now without another login.
 */
export async function stopLane({ failure, fresh }: Stop, lane: Lane, deps: StopDeps): Promise<void> {
  const { target } = lane;
  const now = deps.clock();
  const failedLanes = (fresh ? 0 : target.laneAttempt) + 1;
  const planned = failure.repeat ? nextAttemptAt(deps.schedule, failedLanes, now) : undefined;
  const retryAt = planned && notBefore(planned, now, failure.retryAfterMs ?? 0);
  const state = retryAt ? { retryAt, laneAttempt: failedLanes } : { retryAt: LANE_OPEN, laneAttempt: 0 };
  const { code } = failure;
  deps.log.warn({ targetId: target.id, code, reason: failure.message, failedLanes, retryAt }, 'lane.stopped');
  // If the customer has corrected the target since, this failure says nothing about it.
  if (!(await deps.leases.record(target, state))) return;
  const lastError = lastErrorOf(failure, now);
  if (retryAt) await postponeLane(target, { now, until: retryAt, lastError }, deps);
  else await failAllDue(failure, now, { lane, deps });
}

async function failAllDue(
  failure: PublicationFailure,
  until: Date,
  to: { lane: Lane; deps: StopDeps },
): Promise<void> {
  const { lane, deps } = to;
  const { id, laneGeneration } = lane.target;
  while (!lane.signal.aborted) {
    const batch = await deps.due.ofTarget(id, until, BATCH);
    // What is made due after a fresh start was given to the lane is newer than what was read here.
    if ((await deps.targets.peek(id))?.laneGeneration !== laneGeneration) return;
    const recorded = await Promise.all(batch.map((record) => recordDefeat(record, failure, to)));
    if (!recorded.includes(true)) return;
  }
}

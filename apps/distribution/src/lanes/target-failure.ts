import { TargetFailureCode } from '@estate/contracts';
import type { ListingRecord } from '../domain/listing.ts';
import { pauseOf } from '../domain/pause.ts';
import { lastErrorOf } from '../domain/publication.ts';
import { nextAttemptAt, notBefore } from '../domain/retry-schedule.ts';
import { LANE_OPEN } from '../domain/target.ts';
import type { TargetRecord } from '../domain/target.ts';
import type { PublicationFailure } from '../platforms/platform.ts';
import { failingEvent } from '../targets/target-events.ts';
import type { FailureBeginning } from '../stores/targets/lane-leases.ts';
import type { Lane, StopDeps } from './lane-deps.ts';
import { postponeLane } from './postpone-lane.ts';
import { noteAttempt } from './note-attempt.ts';
import { recordDefeat } from './record-outcome.ts';

const BATCH = 20;

interface Stop {
  failure: PublicationFailure;
  /** Something was published before it, so this is the first failure in a row. */
  fresh: boolean;
  /** The listing that the lane could not even send, if there is one. */
  unsent?: ListingRecord;
}

/**
 * Stops the lane after a failure that every listing of the account would meet. When a retry cannot help, each due listing fails now
 * without another login. Otherwise the failure is an attempt of each: those whose last it was fail, the others are put off together.
 */
export async function stopLane({ failure, fresh, unsent }: Stop, lane: Lane, deps: StopDeps): Promise<void> {
  const { target } = lane;
  const now = deps.clock();
  const failedLanes = (fresh ? 0 : target.laneAttempt) + 1;
  const next = failure.repeat ? nextTry({ failure, failedLanes }, now, deps) : undefined;
  const state = next ?? { retryAt: LANE_OPEN, laneAttempt: 0 };
  const retryAt = next?.retryAt;
  const { code } = failure;
  deps.log.warn({ targetId: target.id, code, reason: failure.message, failedLanes, retryAt }, 'lane.stopped');
  if (unsent && next) await noteUnsent(unsent, { failure, at: now, next }, { lane, deps });
  // If the customer has corrected the target since, this failure says nothing about it.
  const beginning = retryAt ? undefined : beginningOf(target, failure, { now, deps });
  if (!(await deps.leases.record(target, state, beginning))) return;
  const lastError = lastErrorOf(failure, now);
  const attempts = retryAt ? triesOf(deps) : 0;
  await failAllDue(failure, { until: now, attempts }, { lane, deps });
  if (retryAt) await postponeLane(target, { now, until: retryAt, lastError }, deps);
}

/** How many tries a listing has after its first. */
const triesOf = ({ schedule }: StopDeps): number => schedule.delaysMs.length;

type NextTry = Pick<TargetRecord, 'laneAttempt'> & { retryAt: Date };

/** When the lane is tried again. After its last pause it begins with the first one again, for what became due in between. */
function nextTry(
  { failure, failedLanes }: { failure: PublicationFailure; failedLanes: number },
  now: Date,
  { schedule }: StopDeps,
): NextTry | undefined {
  const planned = nextAttemptAt(schedule, failedLanes, now);
  const at = planned ?? nextAttemptAt(schedule, 1, now);
  if (!at) return undefined;
  return { retryAt: notBefore(at, now, failure.retryAfterMs ?? 0), laneAttempt: planned ? failedLanes : 1 };
}

/** The attempt of the listing that met the failure. Its last one is noted with its defeat. */
async function noteUnsent(
  unsent: ListingRecord,
  { failure, at, next }: { failure: PublicationFailure; at: Date; next: NextTry },
  to: { lane: Lane; deps: StopDeps },
): Promise<void> {
  if (unsent.attempt >= triesOf(to.deps)) return;
  const end = { outcome: 'retry' as const, failure, durationMs: 0, nextAttemptAt: next.retryAt };
  await noteAttempt(unsent, { beganAt: at, ...end }, to);
}

/** A failure that lasts until the customer acts, with its event; undefined for any other. */
function beginningOf(
  target: TargetRecord,
  { code, message: failureMessage }: PublicationFailure,
  { now, deps: { newId } }: { now: Date; deps: Pick<StopDeps, 'newId'> },
): FailureBeginning | undefined {
  const { data: failureCode } = TargetFailureCode.safeParse(code);
  if (failureCode === undefined) return undefined;
  const failing = { failureCode, failureMessage, since: now };
  return { failing, event: failingEvent(target, failing, { newId, at: now }) };
}

/** Fails what is due and has failed so often before. */
async function failAllDue(
  failure: PublicationFailure,
  { until, attempts }: { until: Date; attempts: number },
  to: { lane: Lane; deps: StopDeps },
): Promise<void> {
  const { lane, deps } = to;
  const { id, laneGeneration } = lane.target;
  while (!lane.signal.aborted) {
    const batch = await deps.due.ofTarget(id, until, { limit: BATCH, attempts });
    // What is made due after a fresh start was given to the lane is newer than what was read here. What a pause met waits.
    const present = await deps.targets.peek(id);
    if (present?.laneGeneration !== laneGeneration || pauseOf(present)) return;
    const recorded = await Promise.all(batch.map((record) => recordDefeat(record, failure, to)));
    if (!recorded.includes(true)) return;
  }
}

import { TargetFailureCode } from '@estate/contracts';
import type { ListingRecord } from '../domain/listing.ts';
import { pauseOf } from '../domain/pause.ts';
import { lastErrorOf } from '../domain/publication.ts';
import { nextAttemptAt, notBefore } from '../domain/retry-schedule.ts';
import type { TargetRecord } from '../domain/target.ts';
import type { PublicationFailure } from '../platforms/platform.ts';
import { failingEvent } from '../targets/target-events.ts';
import { LANE_START } from '../stores/targets/target-document.ts';
import type { FailureBeginning } from '../stores/targets/lane-leases.ts';
import type { Lane, LaneDeps } from './lane-deps.ts';
import { INTERNAL } from './internal-failure.ts';
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
 * without another login. Otherwise the failure is an attempt of each: those whose last it was fail, the others are put off together. It is
 * none after something was published, because the target works then, nor if the service itself is the cause.
 */
export async function stopLane({ failure, fresh, unsent }: Stop, lane: Lane, deps: LaneDeps): Promise<void> {
  const { target } = lane;
  const now = deps.clock();
  const failedLanes = (fresh ? 0 : target.laneAttempt) + 1;
  const next = failure.repeat ? nextTry({ failure, failedLanes }, now, deps) : undefined;
  const state = next ?? LANE_START;
  const retryAt = next?.retryAt;
  const { code } = failure;
  deps.log.warn({ targetId: target.id, code, reason: failure.message, failedLanes, retryAt }, 'lane.stopped');
  const isAttempt = !fresh && code !== INTERNAL.code;
  if (unsent && next) await noteUnsent(unsent, { failure, isAttempt, at: now, next }, { lane, deps });
  // If the customer has corrected the target since, this failure says nothing about it.
  const beginning = retryAt ? undefined : beginningOf(target, failure, { now, deps });
  if (!(await deps.leases.record(target, state, beginning))) return;
  if (!next) return failAllDue(failure, { until: now, attempts: 0 }, { lane, deps });
  await putOff({ failure, isAttempt, until: next.retryAt }, now, { lane, deps });
}

async function putOff(
  { failure, isAttempt, until }: { failure: PublicationFailure; isAttempt: boolean; until: Date },
  now: Date,
  to: { lane: Lane; deps: LaneDeps },
): Promise<void> {
  const { lane, deps } = to;
  const { target } = lane;
  if (isAttempt) await failAllDue(failure, { until: now, attempts: triesOf(deps) }, to);
  const lastError = lastErrorOf(failure, now);
  await postponeLane(target, { now, until, lastError, isAttempt }, deps);
  // Nothing waits for the end of the pause any more.
  if (!(await deps.due.ifDue(target.id, until))) await deps.leases.record(target, LANE_START);
}

/** How many tries a listing has after its first. */
const triesOf = ({ schedule }: LaneDeps): number => schedule.delaysMs.length;

type NextTry = Pick<TargetRecord, 'laneAttempt'> & { retryAt: Date };

/** When the lane is tried again. After its last pause it begins with the first one again, for what became due in between. */
function nextTry(
  { failure, failedLanes }: { failure: PublicationFailure; failedLanes: number },
  now: Date,
  { schedule }: LaneDeps,
): NextTry | undefined {
  const planned = nextAttemptAt(schedule, failedLanes, now);
  const at = planned ?? nextAttemptAt(schedule, 1, now);
  if (!at) return undefined;
  return { retryAt: notBefore(at, now, failure.retryAfterMs ?? 0), laneAttempt: planned ? failedLanes : 1 };
}

/** The attempt of the listing that met the failure. */
async function noteUnsent(
  unsent: ListingRecord,
  {
    failure,
    isAttempt,
    at,
    next,
  }: { failure: PublicationFailure; isAttempt: boolean; at: Date; next: NextTry },
  to: { lane: Lane; deps: LaneDeps },
): Promise<void> {
  // The last attempt is noted with the defeat.
  if (isAttempt && unsent.attempt >= triesOf(to.deps)) return;
  const end = { outcome: 'retry' as const, failure, durationMs: 0, nextAttemptAt: next.retryAt };
  await noteAttempt(unsent, { beganAt: at, ...end }, to);
}

/** A failure that lasts until the customer acts, with its event; undefined for any other. */
function beginningOf(
  target: TargetRecord,
  { code, message: failureMessage }: PublicationFailure,
  { now, deps: { newId } }: { now: Date; deps: Pick<LaneDeps, 'newId'> },
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
  to: { lane: Lane; deps: LaneDeps },
): Promise<void> {
  const { lane, deps } = to;
  const { id, laneGeneration } = lane.target;
  while (!lane.signal.aborted) {
    const batch = await deps.due.ofTarget(id, until, { limit: BATCH, attempts });
    // After a fresh start of the lane, listings are due for which this failure does not count. Listings of a paused target wait.
    const present = await deps.targets.peek(id);
    if (present?.laneGeneration !== laneGeneration || pauseOf(present)) return;
    const recorded = await Promise.all(batch.map((record) => recordDefeat(record, failure, to)));
    if (!recorded.includes(true)) return;
  }
}

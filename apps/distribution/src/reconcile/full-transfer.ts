import { FULL_TRANSFER_MAX } from '@estate/contracts';
import { isAbort, Unavailable } from '@estate/errors';
import { AccountTurns, Worker } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { lastErrorOf } from '../domain/publication.ts';
import { LANE_OPEN } from '../domain/target.ts';
import type { ClaimedTarget, FullTransferWish, TargetRecord } from '../domain/target.ts';
import { claimLane } from '../lanes/claim-lane.ts';
import type { Lane, LaneDeps } from '../lanes/lane-deps.ts';
import { INTERNAL } from '../lanes/internal-failure.ts';
import { noteAccepted } from '../lanes/note-accepted.ts';
import { openSession } from '../lanes/open-session.ts';
import type { PublicationStep } from '../lanes/prepare-publication.ts';
import { recordOutcome } from '../lanes/record-outcome.ts';
import type { Attempt } from '../lanes/record-outcome.ts';
import { stopLane } from '../lanes/target-failure.ts';
import { withLane } from '../lanes/with-lane.ts';
import { NO_FULL_TRANSFERS } from '../platforms/platform.ts';
import type { PublicationFailure, PublicationOutcome } from '../platforms/platform.ts';
import { whyNotAlone } from './alone.ts';
import {
  NIGHT_IS_OVER,
  NOTHING_SENT,
  TOO_MANY,
  TOO_MANY_AT_NIGHT,
  failedWith,
  oneByOne,
  wouldRemove,
  wouldRemoveNow,
} from './full-transfer-words.ts';
import type { WhyNotSent } from './full-transfer-words.ts';
import { removableAtNight } from './removable.ts';
import { beginAttempts, endAttempts } from './transfer-attempts.ts';
import { foreseeAll, isLost, isLostForNow, isSet, prepareAll, takeBack } from './transfer-steps.ts';
import type { SetStep } from './transfer-steps.ts';

/** So many transfers are sent at once, and one of an account. */
const CONCURRENCY = 2;

export interface TransferDeps extends LaneDeps, Pick<Deps, 'listings' | 'profiles' | 'wakeLane'> {}

/** Sends the full transfers that were asked for, each over a lane of which nothing else uses the account. */
export function fullTransferWorker(deps: TransferDeps, sweepEveryMs: number): Worker {
  const run = fullTransferRunner(deps, sweepEveryMs);
  return new Worker({ name: 'full-transfers', run, sweepEveryMs, concurrency: CONCURRENCY, log: deps.log });
}

/** Sends the next one; false when none can be sent now. What has to wait is tried again after a time. */
export function fullTransferRunner(
  deps: TransferDeps,
  againMs: number,
): (signal: AbortSignal) => Promise<boolean> {
  const {
    clock,
    targets: { transfers },
  } = deps;
  const look = {
    all: () => transfers.wanted(clock()),
    ifDue: (id: string) => transfers.ifWanted(id, clock()),
  };
  const turns = new AccountTurns(look, { perAccount: 1, clock });
  return async (signal) => {
    const turn = await turns.take(({ id }) => claimLane(id, deps, { suspects: true }));
    if (!turn) return false;
    const { claimed: target, end } = turn;
    try {
      await transferOnce(target, deps, signal);
      const notBefore = new Date(clock().getTime() + againMs);
      if (target.fullTransfer) await transfers.postpone(target.id, target.fullTransfer.token, notBefore);
    } finally {
      end();
    }
    deps.wakeLane(target.id);
    return true;
  };
}

async function transferOnce(target: ClaimedTarget, deps: TransferDeps, signal: AbortSignal): Promise<void> {
  const { id: targetId, fullTransfer } = target;
  try {
    await withLane(target, async (lane) => fullTransfer && transfer(fullTransfer, lane, deps), {
      ...deps,
      signal,
    });
  } catch (error) {
    if (!isAbort(error)) deps.log.error({ err: error, targetId }, 'lane.transfer.broke');
  }
}

type End = (how: TransferEnd) => Promise<void>;

/**
 * Everything is made due before it is sent: what the transfer does not contain, or all of it if the transfer fails, is sent by the
 * lane afterwards.
 */
async function transfer(wish: FullTransferWish, lane: Lane, deps: TransferDeps): Promise<void> {
  const { target } = lane;
  const { mayRemove: _allowed, token, nightly, until: _until, notBefore: _notBefore, ...cause } = wish;
  const end: End = (how) =>
    deps.leases.transferred(target.lease, {
      ...{ token, at: deps.clock(), listings: 0, ...how },
      ...(nightly && { nightly }),
    });
  const night = nightly ? await foreseen(wish, lane, deps) : undefined;
  if (night === 'later') return;
  if (night) return end(notSent(night));
  const beganAt = deps.clock();
  await deps.listings.makeDueOfTarget(target.id, { at: beganAt, ...cause, token: deps.newId() });
  // Another target may have come to the login since the transfer was asked for.
  const shared = await whyNotAlone(target, deps);
  if (shared) return end(notSent(oneByOne(shared)));
  const due = await deps.listings.due.liveOfTarget(target.id, FULL_TRANSFER_MAX + 1);
  if (due.length > FULL_TRANSFER_MAX) return end(notSent(TOO_MANY));
  const steps = await prepareAll(due, lane, deps);
  if (!steps) return;
  const sets = steps.filter(isSet);
  if (nightly && steps.some(isLostForNow)) return takeBack(sets, lane, deps);
  const reason = whyNotSent(steps, allowedOf(wish, steps, target), wouldRemoveNow);
  if (reason) {
    await takeBack(sets, lane, deps);
    return end(notSent(reason));
  }
  await sendPrepared({ steps, sets, beganAt }, end, { lane, deps });
}

/** Why nothing is sent this night, or not yet. It is found before anything is made due, and nothing is sent one by one then. */
async function foreseen(
  wish: FullTransferWish,
  lane: Lane,
  deps: TransferDeps,
): Promise<WhyNotSent | 'later' | undefined> {
  const { target } = lane;
  if (wish.until && deps.clock() >= wish.until) return NIGHT_IS_OVER;
  const shared = await whyNotAlone(target, deps);
  if (shared) return shared;
  const live = await deps.listings.due.liveOfTarget(target.id, FULL_TRANSFER_MAX + 1);
  if (live.length > FULL_TRANSFER_MAX) return TOO_MANY_AT_NIGHT;
  const steps = await foreseeAll(live, lane, deps);
  if (!steps || steps.some(isLostForNow)) return 'later';
  return whyNotSent(steps, allowedOf(wish, steps, target), wouldRemove);
}

/** A night may have begun with more that was shown. */
function allowedOf(
  { mayRemove, nightly }: FullTransferWish,
  steps: readonly PublicationStep[],
  target: TargetRecord,
): number {
  const shown = steps.filter(({ record }) => record.published).length;
  return nightly ? Math.min(mayRemove, removableAtNight(target, shown)) : mayRemove;
}

async function sendPrepared(
  { steps, sets, beganAt }: { steps: readonly PublicationStep[]; sets: readonly SetStep[]; beganAt: Date },
  end: End,
  { lane, deps }: { lane: Lane; deps: TransferDeps },
): Promise<void> {
  const { id: targetId } = lane.target;
  const begun = { records: sets.map(({ record }) => record), beganAt };
  // A pause that began meanwhile stops it; it is tried again.
  if (!(await beginAttempts(begun, lane, deps))) return takeBack(sets, lane, deps);
  const startedMs = performance.now();
  const outcome = await send(sets, beganAt, { lane, deps });
  const attempts = { ...begun, durationMs: performance.now() - startedMs };
  if (!outcome.ok && lane.signal.aborted)
    return endAttempts({ ...attempts, outcome: 'interrupted' }, lane, deps);
  deps.log.info({ targetId, listings: sets.length, ok: outcome.ok }, 'lane.transferred');
  if (!outcome.ok) {
    const { failure } = outcome;
    const isTriedAgain = await postponed(failure, lane, deps);
    await endAttempts({ ...attempts, failure }, lane, deps);
    return isTriedAgain ? undefined : end(notSent(failedWith(failure)));
  }
  await recordSent(sets, { ...attempts, outcome }, { lane, deps });
  await recordTakenOff(steps.filter(isLost), lane, deps);
  return end({ ok: true, listings: sets.length });
}

/** The platform shows them no more. They stay due, and the lane says why. */
async function recordTakenOff(
  lost: readonly PublicationStep[],
  lane: Lane,
  { clock, progress }: TransferDeps,
): Promise<void> {
  const at = clock();
  for (const step of lost) {
    const lastError = step.kind === 'refuse' ? lastErrorOf(step.failure, at) : undefined;
    await progress.takenOff(step.record, lane.target.lease.fence, { at, lastError });
  }
}

type TransferEnd = { ok: true; listings: number } | ({ ok: false } & WhyNotSent);

const notSent = (why: WhyNotSent): TransferEnd => ({ ok: false, ...why });

async function recordSent(
  sets: readonly SetStep[],
  { beganAt, durationMs, outcome }: Pick<Attempt, 'durationMs' | 'outcome'> & { beganAt: Date },
  { lane, deps }: { lane: Lane; deps: TransferDeps },
): Promise<void> {
  const { target } = lane;
  if (target.laneAttempt > 0) await deps.leases.record(target, { retryAt: LANE_OPEN, laneAttempt: 0 });
  for (const { record, publication } of sets) {
    const { revision } = publication.snapshot;
    await recordOutcome({ record, outcome, beganAt, revision, durationMs }, lane, deps);
  }
}

function whyNotSent(
  steps: readonly PublicationStep[],
  mayRemove: number,
  inWords: typeof wouldRemove,
): WhyNotSent | undefined {
  const lost = steps.filter(isLost);
  const removals = lost.length;
  if (removals > mayRemove) {
    const names = lost.map(({ record }) => record.summary?.externalId ?? record.id);
    return inWords(removals, names, mayRemove);
  }
  return steps.some(isSet) ? undefined : NOTHING_SENT;
}

async function send(
  sets: readonly SetStep[],
  at: Date,
  { lane, deps }: { lane: Lane; deps: TransferDeps },
): Promise<PublicationOutcome> {
  const opening = await openSession(lane, deps);
  if (opening instanceof Unavailable) return { ok: false, failure: INTERNAL };
  if (!opening.ok) return opening;
  const { session } = opening;
  try {
    if (!session.full) return { ok: false, failure: NO_FULL_TRANSFERS };
    const publications = sets.map(({ publication }) => publication);
    const outcome = await session.full(publications, at, lane.signal);
    if (outcome.ok) await noteAccepted(lane, session, deps);
    return outcome;
  } catch (error) {
    if (!lane.signal.aborted) deps.log.error({ err: error, targetId: lane.target.id }, 'lane.transfer.broke');
    return { ok: false, failure: INTERNAL };
  } finally {
    await session.close().catch((error: unknown) => {
      deps.log.debug({ err: error }, 'platform.session.close.failed');
    });
  }
}

/** The lane waits, and the transfer is tried once more; what fails again is left to the lane, listing by listing. */
async function postponed(failure: PublicationFailure, lane: Lane, deps: TransferDeps): Promise<boolean> {
  if (!failure.repeat || lane.target.laneAttempt > 0) return false;
  await stopLane({ failure: { ...failure, scope: 'target' }, fresh: false }, lane, deps);
  return true;
}

import { FULL_TRANSFER_MAX } from '@estate/contracts';
import { isAbort, Unavailable } from '@estate/errors';
import { Worker, toServiceError } from '@estate/persistence';
import type { ListingRecord } from '../domain/listing.ts';
import { LANE_OPEN } from '../domain/target.ts';
import type { FullTransferWish, TargetRecord } from '../domain/target.ts';
import { claimLane } from '../lanes/claim-lane.ts';
import type { ClaimDeps, Lane, LaneRunDeps, LeaseDeps } from '../lanes/lane-deps.ts';
import { INTERNAL } from '../lanes/internal-failure.ts';
import { noteAccepted } from '../lanes/note-accepted.ts';
import { openSession } from '../lanes/open-session.ts';
import { preparePublication } from '../lanes/prepare-publication.ts';
import type { PublicationStep } from '../lanes/prepare-publication.ts';
import { recordOutcome } from '../lanes/record-outcome.ts';
import type { Attempt } from '../lanes/record-outcome.ts';
import { stopLane } from '../lanes/target-failure.ts';
import { withLane } from '../lanes/with-lane.ts';
import { accessTo } from '../platforms/access/access-to.ts';
import { NO_FULL_TRANSFERS } from '../platforms/platform.ts';
import type { PublicationFailure, PublicationOutcome } from '../platforms/platform.ts';
import { failureOf } from '../platforms/problems.ts';
import type { ListingStore } from '../stores/listings/listing-store.ts';
import type { LaneLeases } from '../stores/targets/lane-leases.ts';
import type { TargetTransfers } from '../stores/targets/target-transfers.ts';
import { NOTHING_SENT, TOO_MANY, wouldRemoveNow } from './full-transfer-words.ts';
import { beginAttempts, endAttempts } from './transfer-attempts.ts';

const BATCH = 100;

export type TransferDeps = ClaimDeps &
  LeaseDeps &
  LaneRunDeps & {
    leases: Pick<LaneLeases, 'transferred'>;
    listings: Pick<ListingStore, 'due' | 'makeDueOfTarget'>;
    targets: { transfers: Pick<TargetTransfers, 'wanted'> };
    wakeLane(targetId: string): void;
  };

type SetStep = Extract<PublicationStep, { kind: 'set' }>;

/** Sends the full transfers that were asked for, each over a lane of which nothing else uses the account. */
export const fullTransferWorker = (deps: TransferDeps, sweepEveryMs: number): Worker =>
  new Worker({
    name: 'full-transfers',
    run: (signal) => transferFully(deps, signal),
    sweepEveryMs,
    log: deps.log,
  });

/** Always false: whose lane is held by another worker is left to the next sweep. */
export async function transferFully(deps: TransferDeps, signal: AbortSignal): Promise<boolean> {
  for (const { id } of await deps.targets.transfers.wanted(BATCH)) {
    if (signal.aborted) break;
    const target = await claimLane(id, deps, { suspects: true });
    if (!target) continue;
    const { fullTransfer } = target;
    try {
      await withLane(target, async (lane) => fullTransfer && transfer(fullTransfer, lane, deps), {
        ...deps,
        signal,
      });
    } catch (error) {
      if (!isAbort(error)) deps.log.error({ err: error, targetId: id }, 'lane.transfer.broke');
    }
    deps.wakeLane(id);
  }
  return false;
}

/**
 * Everything is made due first: what the transfer does not contain, or all of it if the transfer fails, is sent by the lane
 * afterwards.
 */
async function transfer(wish: FullTransferWish, lane: Lane, deps: TransferDeps): Promise<void> {
  const { target } = lane;
  const beganAt = deps.clock();
  const { mayRemove, token, nightly, until: _until, ...cause } = wish;
  await deps.listings.makeDueOfTarget(target.id, { at: beganAt, ...cause, token: deps.newId() });
  const end = (how: TransferEnd) =>
    deps.leases.transferred(target.lease, {
      ...{ token, at: deps.clock(), listings: 0, ...how },
      ...(nightly && { nightly }),
    });
  const due = await deps.listings.due.liveOfTarget(target.id, beganAt, FULL_TRANSFER_MAX + 1);
  if (due.length > FULL_TRANSFER_MAX) return end({ ok: false, message: TOO_MANY });
  const steps = await prepareAll(due, lane, deps);
  if (!steps) return;
  const sets = steps.filter((step) => step.kind === 'set');
  const reason = whyNotSent(sets, steps.filter(isLost), mayRemove);
  if (reason) {
    await takeBack(sets, lane, deps);
    return end({ ok: false, ...reason });
  }
  const begun = { records: sets.map(({ record }) => record), beganAt };
  // A pause that began meanwhile stops it; the next sweep asks again.
  if (!(await beginAttempts(begun, lane, deps))) return takeBack(sets, lane, deps);
  const startedMs = performance.now();
  const outcome = await send(sets, beganAt, { lane, deps });
  const attempts = { ...begun, durationMs: performance.now() - startedMs };
  if (!outcome.ok && lane.signal.aborted)
    return endAttempts({ ...attempts, outcome: 'interrupted' }, lane, deps);
  deps.log.info({ targetId: target.id, listings: sets.length, ok: outcome.ok }, 'lane.transferred');
  if (!outcome.ok) {
    const { failure } = outcome;
    const isTriedAgain = await postponed(failure, lane, deps);
    await endAttempts({ ...attempts, failure }, lane, deps);
    return isTriedAgain ? undefined : end({ ok: false, message: failure.message });
  }
  await recordSent(sets, { ...attempts, outcome }, { lane, deps });
  return end({ ok: true, listings: sets.length });
}

type TransferEnd = Pick<NonNullable<TargetRecord['lastFullTransfer']>, 'ok' | 'message' | 'removals'> & {
  listings?: number;
};

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

/** Undefined while a question cannot be answered: the next sweep asks again. */
async function prepareAll(
  due: readonly ListingRecord[],
  lane: Lane,
  deps: TransferDeps,
): Promise<PublicationStep[] | undefined> {
  const steps: PublicationStep[] = [];
  for (const record of due) {
    if (record.wanted.action === 'delete') continue;
    const step = await prepare(record, lane, deps);
    if (step.kind === 'catalog-unavailable' || lane.signal.aborted) {
      await takeBack([...steps, step].filter(isSet), lane, deps);
      return undefined;
    }
    steps.push(step);
  }
  return steps;
}

/** What the platform would refuse alone is refused here, too. */
async function prepare(record: ListingRecord, lane: Lane, deps: TransferDeps): Promise<PublicationStep> {
  try {
    const step = await preparePublication(record, lane, deps);
    const failure = isSet(step) ? refusalOf(step, lane, deps) : undefined;
    return failure ? { kind: 'refuse', record: step.record, failure } : step;
  } catch (thrown) {
    if (lane.signal.aborted || toServiceError(thrown) instanceof Unavailable) throw thrown;
    deps.log.error({ err: thrown, listingId: record.id }, 'publication.not-prepared');
    return { kind: 'refuse', record, failure: INTERNAL };
  }
}

function refusalOf({ publication }: SetStep, { target }: Lane, deps: TransferDeps) {
  const platform = deps.platforms.get(target.type);
  const account = accessTo(target.type).account(target, deps);
  return platform && failureOf(platform.problems(account, publication.snapshot));
}

const isSet = (step: PublicationStep): step is SetStep => step.kind === 'set';

/** The platform shows it, and the transfer cannot contain it. */
const isLost = ({ kind, record }: PublicationStep): boolean =>
  record.published && (kind === 'refuse' || kind === 'later' || kind === 'skip');

function whyNotSent(
  sets: readonly SetStep[],
  lost: readonly { record: ListingRecord }[],
  mayRemove: number,
): Pick<TransferEnd, 'message' | 'removals'> | undefined {
  const removals = lost.length;
  if (removals > mayRemove) {
    const names = lost.map(({ record }) => record.summary?.externalId ?? record.id);
    return { removals, message: wouldRemoveNow(removals, names, mayRemove) };
  }
  return sets.length === 0 ? { message: NOTHING_SENT } : undefined;
}

/** What was prepared counts as what may have been sent, until this takes it back. */
async function takeBack(sets: readonly SetStep[], { target }: Lane, deps: TransferDeps): Promise<void> {
  for (const { record } of sets)
    if (!record.everUploaded) await deps.progress.notSent(record, target.lease.fence);
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

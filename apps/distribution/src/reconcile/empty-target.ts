import { Unavailable } from '@estate/errors';
import { Worker } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import type { Republish, TargetRecord } from '../domain/target.ts';
import { claimLane } from '../lanes/claim-lane.ts';
import type { Lane, LaneDeps } from '../lanes/lane-deps.ts';
import { openSession } from '../lanes/open-session.ts';
import { stopLane } from '../lanes/target-failure.ts';
import { withLane } from '../lanes/with-lane.ts';
import { NO_FULL_TRANSFERS } from '../platforms/platform.ts';
import type { PublicationOutcome } from '../platforms/platform.ts';
import { republishTarget } from '../targets/republish-target.ts';

const BATCH = 100;

export interface EmptyDeps extends LaneDeps, Pick<Deps, 'listings' | 'wakeLane'> {}

/** Has platforms take off everything of the targets that are marked so, each once, while nothing else is sent there. */
export const emptyingWorker = (deps: EmptyDeps, sweepEveryMs: number): Worker =>
  new Worker({
    name: 'emptying',
    run: (signal) => emptyTargets(deps, signal),
    sweepEveryMs,
    log: deps.log,
  });

/** Always false: whose lane is held by another worker is left to the next sweep. */
export async function emptyTargets(deps: EmptyDeps, signal: AbortSignal): Promise<boolean> {
  for (const { id } of await deps.targets.toEmpty(BATCH)) {
    if (signal.aborted) break;
    await emptyTarget(id, deps, signal);
  }
  return false;
}

async function emptyTarget(id: string, deps: EmptyDeps, signal: AbortSignal): Promise<void> {
  const target = await claimLane(id, deps, { suspects: true });
  if (!target) return;
  const { emptying } = target;
  await withLane(target, async (lane) => emptying && empty(emptying, lane, deps), { ...deps, signal });
}

/** A second run after a crash finds the mark and empties again: nothing was sent since. */
async function empty(mark: Republish, lane: Lane, deps: EmptyDeps): Promise<void> {
  const outcome = await sendEmptying(lane, deps);
  if (lane.signal.aborted) return;
  const { target } = lane;
  if (!outcome.ok) {
    await stopLane({ failure: outcome.failure, fresh: false }, lane, deps);
    if (outcome.failure.repeat) return;
  }
  deps.log.info({ targetId: target.id, emptied: outcome.ok }, 'lane.emptied');
  if (outcome.ok) await republishSharers(target, mark, deps);
  const marked = await deps.leases.emptied(target.lease, mark);
  if (marked) await republishTarget(marked, deps);
}

/** Targets of an earlier version may share the login, and their objects are gone, too. */
async function republishSharers(
  target: TargetRecord,
  { restored: _restored, ...mark }: Republish,
  { clock, listings, targets, wakeLane }: EmptyDeps,
): Promise<void> {
  for (const id of await targets.logins.others(target)) {
    await listings.makeDueOfTarget(id, { at: clock(), ...mark });
    wakeLane(id);
  }
}

async function sendEmptying(lane: Lane, deps: EmptyDeps): Promise<PublicationOutcome> {
  const opening = await openSession(lane, deps);
  if (opening instanceof Unavailable) throw opening;
  if (!opening.ok) return opening;
  const { session } = opening;
  try {
    if (session.full) return await session.full([], deps.clock(), lane.signal);
    return { ok: false, failure: NO_FULL_TRANSFERS };
  } finally {
    await session.close().catch((error: unknown) => {
      deps.log.debug({ err: error }, 'platform.session.close.failed');
    });
  }
}

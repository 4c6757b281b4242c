import { Unavailable } from '@estate/errors';
import { leaseOf, Worker } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import type { TargetRecord } from '../domain/target.ts';
import { claimLane } from '../lanes/claim-lane.ts';
import { handBack } from '../lanes/hand-back.ts';
import { startHeartbeat } from '../lanes/heartbeat.ts';
import type { Lane, LaneDeps } from '../lanes/lane-deps.ts';
import { openSession } from '../lanes/open-session.ts';
import { stopLane } from '../lanes/target-failure.ts';
import type { Outcome } from '../platforms/platform.ts';
import type { TargetStore } from '../stores/target-store.ts';
import { republishTarget } from '../upkeep/republish-target.ts';

const BATCH = 100;

export type EmptyDeps = LaneDeps &
  Pick<Deps, 'listings' | 'ring'> & {
    targets: LaneDeps['targets'] & Pick<TargetStore, 'toEmpty' | 'emptied' | 'listingsMadeDue'>;
  };

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
  for (const { _id } of await deps.targets.toEmpty(BATCH)) {
    if (signal.aborted) break;
    await emptyTarget(_id, deps, signal);
  }
  return false;
}

async function emptyTarget(id: string, deps: EmptyDeps, signal: AbortSignal): Promise<void> {
  const { clock, log, options, targets } = deps;
  const target = await claimLane(id, deps, { suspects: true });
  if (!target) return;
  const lease = leaseOf(target);
  const extend = () => targets.extend(lease, options.leaseMs, clock());
  const { until } = lease;
  const heart = startHeartbeat({ extend, leaseMs: options.leaseMs, until, clock, log });
  const lane: Lane = { target, lease, signal: AbortSignal.any([signal, heart.lost]), isHeld: heart.isHeld };
  try {
    if (target.emptying) await empty(target.emptying, lane, deps);
  } finally {
    heart.stop();
    await handBack(lease, deps);
  }
}

/** A second run after a crash finds the mark and empties once more: nothing was sent since. */
async function empty(
  mark: NonNullable<TargetRecord['emptying']>,
  lane: Lane,
  deps: EmptyDeps,
): Promise<void> {
  const outcome = await sendEmptying(lane, deps);
  if (lane.signal.aborted) return;
  const { target, lease } = lane;
  if (!outcome.ok) {
    await stopLane({ failure: outcome.failure, fresh: false }, lane, deps);
    if (outcome.failure.repeat) return;
  }
  deps.log.info({ targetId: target._id, emptied: outcome.ok }, 'lane.emptied');
  const marked = await deps.targets.emptied(lease, mark);
  if (marked) await republishTarget(marked, deps);
}

async function sendEmptying(lane: Lane, deps: EmptyDeps): Promise<Outcome> {
  const opening = await openSession(lane, deps);
  if (opening instanceof Unavailable) throw opening;
  if (!opening.ok) return opening;
  const { session } = opening;
  try {
    if (session.empty) return await session.empty(deps.clock(), lane.signal);
    const message = 'The platform does not accept full transfers.';
    return { ok: false, failure: { code: 'internal', message, repeat: false, scope: 'target' } };
  } finally {
    await session.close().catch((error: unknown) => {
      deps.log.debug({ err: error }, 'platform.session.close.failed');
    });
  }
}

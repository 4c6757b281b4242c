import { leaseOf } from '@estate/persistence';
import type { TargetDoc } from '../stores/target-store.ts';
import { handBack } from './hand-back.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { Lane, LaneDeps } from './lane-deps.ts';
import { removeIfFinished } from './remove-if-finished.ts';
import { Slice } from './slice.ts';

/** Works one slice through a target that was just claimed, and hands the lease back whatever happens. */
export async function runLane(target: TargetDoc, deps: LaneDeps, signal: AbortSignal): Promise<void> {
  const { clock, log, options, targets } = deps;
  const lease = leaseOf(target);
  const heart = startHeartbeat({
    extend: () => targets.extend(lease, options.leaseMs, clock()),
    leaseMs: options.leaseMs,
    until: lease.until,
    clock,
    log,
  });
  const lane: Lane = { target, lease, signal: AbortSignal.any([signal, heart.lost]), isHeld: heart.isHeld };
  try {
    await new Slice(lane, deps).run();
    if (target.deletedAt) await removeIfFinished(target._id, deps);
  } finally {
    heart.stop();
    await handBack(lease, deps);
  }
}

import { startHeartbeat } from '@estate/persistence';
import type { ClaimedTarget } from '../domain/target.ts';
import { handBack } from './hand-back.ts';
import type { Lane, LaneDeps } from './lane-deps.ts';

/** Works on a target that was just claimed while its lease is kept, and hands the lease back whatever happens. */
export async function withLane(
  target: ClaimedTarget,
  work: (lane: Lane) => Promise<void>,
  { signal, ...deps }: LaneDeps & { signal: AbortSignal },
): Promise<void> {
  const { clock, leases, log } = deps;
  const { lease } = target;
  const { leaseMs } = deps.options;
  const heart = startHeartbeat({
    extend: () => leases.extend(lease, leaseMs, clock()),
    leaseMs,
    until: lease.until,
    clock,
    onMissed: (error) => log.warn({ err: error }, 'lane.lease.not-extended'),
  });
  try {
    await work({ target, signal: AbortSignal.any([signal, heart.lost]), isHeld: heart.isHeld });
  } finally {
    heart.stop();
    await handBack(lease, deps);
  }
}

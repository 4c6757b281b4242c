import type { Logger } from '@estate/observability';
import type { ClaimedTarget } from '../domain/target.ts';
import type { LaneLeases } from '../stores/targets/lane-leases.ts';
import { handBack } from './hand-back.ts';
import { startHeartbeat } from './heartbeat.ts';

export interface LaneOptions {
  /** Names this process in leases. */
  owner: string;
  leaseMs: number;
  /** After so many listings, or so long, a run of a lane ends and other lanes go first. */
  runListings: number;
  runMs: number;
  /** When to look again at a property that is being processed, should its fact not come. */
  recheckMs: number;
}

/** A leased target while a worker is on it. */
export interface Lane {
  target: ClaimedTarget;
  /** Aborted when the service stops or the lease is lost. */
  signal: AbortSignal;
  /** Whether the lease is held at this very moment; the signal may be late where the process stood still. */
  isHeld(): boolean;
}

export interface LeaseDeps {
  clock(): Date;
  log: Logger;
  leases: Pick<LaneLeases, 'extend' | 'release'>;
  options: Pick<LaneOptions, 'leaseMs'>;
}

/** Works on a target that was just claimed while its lease is kept, and hands the lease back whatever happens. */
export async function withLane(
  target: ClaimedTarget,
  work: (lane: Lane) => Promise<void>,
  { signal, ...deps }: LeaseDeps & { signal: AbortSignal },
): Promise<void> {
  const { clock, leases, log } = deps;
  const { lease } = target;
  const { leaseMs } = deps.options;
  const heart = startHeartbeat({
    extend: () => leases.extend(lease, leaseMs, clock()),
    leaseMs,
    until: lease.until,
    clock,
    log,
  });
  try {
    await work({ target, signal: AbortSignal.any([signal, heart.lost]), isHeld: heart.isHeld });
  } finally {
    heart.stop();
    await handBack(lease, deps);
  }
}

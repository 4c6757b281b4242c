import { setTimeout as pause } from 'node:timers/promises';
import type { HeldLease } from '@estate/persistence';
import type { LaneDeps } from './lane-deps.ts';

const AGAIN_AFTER_MS = 1000;
const TRIES = 60;

/** Hands a lane back. While the store is unavailable, that is retried in the background: the process did not crash. */
export async function handBack(lease: HeldLease, deps: LaneDeps): Promise<void> {
  try {
    await deps.leases.release(lease);
  } catch (error) {
    deps.log.warn({ err: error, targetId: lease.id }, 'lane.lease.not-released');
    void handBackLater(lease, deps);
  }
}

async function handBackLater(lease: HeldLease, { leases, log }: LaneDeps): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await pause(AGAIN_AFTER_MS, undefined, { ref: false });
    try {
      await leases.release(lease);
      return;
    } catch (error) {
      log.debug({ err: error, targetId: lease.id }, 'lane.lease.still-not-released');
    }
  }
}

import { CRASHES_MAX } from '@estate/persistence';
import type { ClaimedTarget } from '../domain/target.ts';
import type { ClaimDeps, SetAsideDeps } from './lane-deps.ts';

/** Takes the lane of a target; one with too many crashes is set aside instead. */
export async function claimLane(
  id: string,
  deps: ClaimDeps,
  { suspects }: { suspects: boolean },
): Promise<ClaimedTarget | null> {
  const { owner, leaseMs } = deps.options;
  const target = await deps.leases.claim(id, { owner, leaseMs, now: deps.clock(), suspects });
  return target && (await isSetAside(target, deps)) ? null : target;
}

/** Sets a lane that was just claimed aside after too many crashes; its lease has ended then. */
export async function isSetAside(
  { id: targetId, accountId, type, lease, crashes: deaths }: ClaimedTarget,
  { clock, leases, log }: SetAsideDeps,
): Promise<boolean> {
  if (deaths < CRASHES_MAX) return false;
  if (await leases.setAside(lease, { at: clock(), deaths })) {
    log.error({ targetId, accountId, type, deaths }, 'lane.set-aside');
  }
  return true;
}

import { CRASHES_MAX } from '@estate/persistence';
import type { ClaimedTarget } from '../domain/target.ts';
import { pausedEvent } from '../targets/target-events.ts';
import type { LaneLeases } from '../stores/targets/lane-leases.ts';
import type { LaneDeps, LaneOptions } from './lane-deps.ts';
import { noteLostAttempt } from './note-attempt.ts';

type SetAsideDeps = Pick<LaneDeps, 'clock' | 'log' | 'newId'> & { leases: Pick<LaneLeases, 'setAside'> };

type ClaimDeps = SetAsideDeps &
  Pick<LaneDeps, 'timeline'> & {
    leases: Pick<LaneLeases, 'claim'>;
    options: Pick<LaneOptions, 'leaseMs' | 'owner'>;
  };

/** Takes the lane of a target; one with too many crashes is set aside instead. */
export async function claimLane(
  id: string,
  deps: ClaimDeps,
  { suspects }: { suspects: boolean },
): Promise<ClaimedTarget | null> {
  const { owner, leaseMs } = deps.options;
  const target = await deps.leases.claim(id, { owner, leaseMs, now: deps.clock(), suspects });
  if (!target) return null;
  await noteLostAttempt(target, deps);
  return (await isSetAside(target, deps)) ? null : target;
}

/** Sets a lane that was just claimed aside after too many crashes; its lease has ended then. */
export async function isSetAside(
  target: ClaimedTarget,
  { clock, leases, log, newId }: SetAsideDeps,
): Promise<boolean> {
  const { id: targetId, accountId, type, lease, crashes: deaths } = target;
  if (deaths < CRASHES_MAX) return false;
  const at = clock();
  const setAside = { at, deaths };
  if (await leases.setAside(lease, setAside, pausedEvent(target, { setAside }, { newId, at }))) {
    log.error({ targetId, accountId, type, deaths }, 'lane.set-aside');
  }
  return true;
}

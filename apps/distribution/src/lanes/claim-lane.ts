import { leaseOf } from '@estate/persistence';
import { DEATHS_MAX } from '../domain/pause.ts';
import type { TargetDoc, TargetStore } from '../stores/target-store.ts';
import type { LaneDeps } from './lane-deps.ts';

type ClaimDeps = Pick<LaneDeps, 'clock' | 'log' | 'options' | 'targets'>;

/** Processes in a row that died while they had the lane, before it was claimed now. */
const deathsOf = ({ unended = 1 }: TargetDoc): number => unended - 1;

/** The process that had the lane before may have died of it. */
export const isSuspect = (target: TargetDoc): boolean => deathsOf(target) > 0;

/** Takes the lane of a target; one that too many processes died of is set aside instead. */
export async function claimLane(
  id: string,
  deps: ClaimDeps,
  { suspects }: { suspects: boolean },
): Promise<TargetDoc | null> {
  const { clock, options, targets } = deps;
  const by = { owner: options.owner, leaseMs: options.leaseMs, now: clock(), suspects };
  const target = await targets.claimLane(id, by);
  return target && (await isSetAside(target, deps)) ? null : target;
}

/** Sets a lane that was just claimed aside when too many processes died of it; then it is not ours any more. */
export async function isSetAside(
  target: TargetDoc,
  { clock, log, targets }: Pick<ClaimDeps, 'clock' | 'log'> & { targets: Pick<TargetStore, 'setAside'> },
): Promise<boolean> {
  const deaths = deathsOf(target);
  if (deaths < DEATHS_MAX) return false;
  if (await targets.setAside(leaseOf(target), { at: clock(), deaths })) {
    const { _id: targetId, accountId, type } = target;
    log.error({ targetId, accountId, type, deaths }, 'lane.set-aside');
  }
  return true;
}

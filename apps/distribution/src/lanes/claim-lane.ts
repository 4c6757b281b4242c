import { leaseOf } from '@estate/persistence';
import { DEATHS_MAX } from '../domain/pause.ts';
import type { TargetDoc } from '../stores/target-store.ts';
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
  const { clock, log, options, targets } = deps;
  const by = { owner: options.owner, leaseMs: options.leaseMs, now: clock(), suspects };
  const target = await targets.claimLane(id, by);
  if (!target || deathsOf(target) < DEATHS_MAX) return target;
  const mark = { at: clock(), deaths: deathsOf(target) };
  if (await targets.setAside(leaseOf(target), mark)) {
    const { accountId, type } = target;
    log.error({ targetId: id, accountId, type, deaths: mark.deaths }, 'lane.set-aside');
  }
  return null;
}

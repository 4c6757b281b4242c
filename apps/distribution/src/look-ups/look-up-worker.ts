import { isAbort } from '@estate/errors';
import { AccountTurns, Worker } from '@estate/persistence';
import type { DueWork } from '@estate/persistence';
import { lookUpAfterFailure } from '../domain/drift.ts';
import { claimLane } from '../lanes/claim-lane.ts';
import type { Lane } from '../lanes/lane-deps.ts';
import { withLane } from '../lanes/with-lane.ts';
import { lookUpPortion } from './look-up-portion.ts';
import type { LookUpDeps } from './look-up-portion.ts';

/** So many targets are looked at at once, and one of an account. */
const CONCURRENCY = 2;

/** Looks again at what platforms that can be asked show, each over the lane of its target: nothing is published meanwhile. */
export function lookUpWorker(deps: LookUpDeps, sweepEveryMs: number): Worker {
  const run = lookUpRunner(deps);
  return new Worker({ name: 'look-ups', run, sweepEveryMs, concurrency: CONCURRENCY, log: deps.log });
}

/** Looks at the next portion; false when none is due. */
export function lookUpRunner(deps: LookUpDeps): (signal: AbortSignal) => Promise<boolean> {
  const { clock, lookUpLimits, lookUps, platforms } = deps;
  const types = [...platforms].flatMap(([type, platform]) => (platform.openLookUp ? [type] : []));
  const isOff = types.length === 0 || lookUpLimits.everyMs === 0;
  const look = {
    all: (): Promise<DueWork[]> => lookUps.due(types, clock()),
    ifDue: (id: string) => lookUps.ifDue(id, types, clock()),
  };
  const turns = new AccountTurns(look, { perAccount: 1, clock });
  return async (signal) => {
    if (isOff) return false;
    const turn = await turns.take(({ id }) => claimLane(id, deps, { suspects: true }));
    if (!turn) return false;
    const { claimed: target, end } = turn;
    try {
      await withLane(target, (lane) => lookOrPostpone(lane, deps), { ...deps, signal });
    } finally {
      end();
    }
    deps.wakeLane(target.id);
    return true;
  };
}

/** An internal error must not repeat at once. */
async function lookOrPostpone(lane: Lane, deps: LookUpDeps): Promise<void> {
  try {
    await lookUpPortion(lane, deps);
  } catch (error) {
    if (isAbort(error) || lane.signal.aborted) return;
    const { id, lookUp } = lane.target;
    deps.log.warn({ err: error, targetId: id }, 'look-up.failed');
    const dueAt = lookUpAfterFailure(deps.clock());
    await deps.lookUps.moved(id, { dueAt, after: lookUp?.after ?? '' });
  }
}

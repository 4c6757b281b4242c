import type { ClaimedTarget } from '../domain/target.ts';
import type { LaneDeps } from './lane-deps.ts';
import { LaneRun } from './lane-run.ts';
import { withLane } from './with-lane.ts';
import { removeIfFinished } from './remove-if-finished.ts';

/** Works one run through a target that was just claimed. */
export const runLane = (target: ClaimedTarget, deps: LaneDeps, signal: AbortSignal): Promise<void> =>
  withLane(
    target,
    async (lane) => {
      await new LaneRun(lane, deps).run();
      if (target.deletedAt) await removeIfFinished(target.id, deps);
    },
    { ...deps, signal },
  );

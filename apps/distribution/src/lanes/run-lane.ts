import type { ClaimedTarget } from '../domain/target.ts';
import { LaneRun } from './lane-run.ts';
import type { LaneRunDeps } from './lane-run.ts';
import { withLane } from './lane.ts';
import type { LeaseDeps } from './lane.ts';
import { removeIfFinished } from './remove-if-finished.ts';
import type { RemovalDeps } from './remove-if-finished.ts';

export type RunLaneDeps = LaneRunDeps & LeaseDeps & RemovalDeps;

/** Works one run through a target that was just claimed. */
export const runLane = (target: ClaimedTarget, deps: RunLaneDeps, signal: AbortSignal): Promise<void> =>
  withLane(
    target,
    async (lane) => {
      await new LaneRun(lane, deps).run();
      if (target.deletedAt) await removeIfFinished(target.id, deps);
    },
    { ...deps, signal },
  );

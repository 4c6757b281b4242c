import { resumeLane } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { findLane } from '../lanes/shown-lane.ts';

/** Lets the lane of a target of any account go on. */
export const resumeLaneRoute = (deps: Pick<Deps, 'clock' | 'listings' | 'targets' | 'wakeLane'>) =>
  answer(resumeLane, async ({ id }) => {
    await deps.targets.lanes.resume(id);
    const lane = await findLane(id, deps);
    deps.wakeLane(id);
    return lane;
  });

import { pauseLane } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { findLane } from '../lanes/shown-lane.ts';

/** Stops the lane of a target of any account; the run that is under way ends. */
export const pauseLaneRoute = (deps: Pick<Deps, 'clock' | 'listings' | 'targets'>) =>
  answer(pauseLane, async ({ id }) => {
    await deps.targets.lanes.pause(id, deps.clock());
    return findLane(id, deps);
  });

import { pauseLane } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { findLane } from '../lanes/shown-lane.ts';
import { pausedEvent } from '../targets/target-events.ts';

/** Stops the lane of a target of any account; the publication that is under way ends. */
export const pauseLaneRoute = (deps: Pick<Deps, 'clock' | 'listings' | 'newId' | 'targets'>) =>
  answer(pauseLane, async ({ id }) => {
    const { clock, newId, targets } = deps;
    const target = found(await targets.peek(id), 'target', id);
    const at = clock();
    await targets.lanes.pause(id, at, pausedEvent(target, { pausedAt: at }, { newId, at }));
    return findLane(id, deps);
  });

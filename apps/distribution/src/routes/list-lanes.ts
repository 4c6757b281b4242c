import { listLanes } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { shownLane } from '../lanes/shown-lane.ts';

/** One page of the lanes of all accounts. */
export const listLanesRoute = (deps: Pick<Deps, 'clock' | 'listings' | 'targets'>) =>
  answer(listLanes, async (query) => {
    const { hasMore, data } = await deps.targets.lanes.list(query);
    return { hasMore, data: await Promise.all(data.map((target) => shownLane(target, deps))) };
  });

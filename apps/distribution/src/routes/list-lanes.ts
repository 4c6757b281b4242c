import { listLanes } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { shownLane } from '../lanes/shown-lane.ts';

/** One page of the lanes of all accounts. */
export const listLanesRoute = ({ clock, listings, targets }: Pick<Deps, 'clock' | 'listings' | 'targets'>) =>
  answer(listLanes, async (query) => {
    const { hasMore, data } = await targets.lanes.list(query);
    const lanes = await Promise.all(
      data.map(async (target) => ({ id: target.id, target, waiting: await listings.due.waiting(target.id) })),
    );
    const now = clock();
    return { hasMore, data: lanes.map(readable(({ target, waiting }) => shownLane(target, waiting, now))) };
  });

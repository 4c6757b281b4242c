import { listLanes } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { laneResource } from '../domain/lane.ts';

/** One page of the lanes of all accounts. */
export const listLanesRoute = ({ clock, lanes }: Pick<Deps, 'clock' | 'lanes'>) =>
  answer(listLanes, async (query) => {
    const now = clock();
    const page = await lanes.list(query, now);
    return { hasMore: page.hasMore, data: page.lanes.map((lane) => laneResource(lane, now)) };
  });

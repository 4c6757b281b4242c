import { resumeLane } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { laneResource } from '../domain/lane.ts';

/** Lets the lane of a target of any account go on. */
export const resumeLaneRoute = ({ clock, lanes, ring }: Pick<Deps, 'clock' | 'lanes' | 'ring'>) =>
  answer(resumeLane, async ({ id }) => {
    const now = clock();
    const lane = found(await lanes.resume(id, now), 'target', id);
    ring(id);
    return laneResource(lane, now);
  });

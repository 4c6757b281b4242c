import { pauseLane } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { laneResource } from '../domain/lane.ts';

/** Stops the lane of a target of any account; the turn that is under way ends. */
export const pauseLaneRoute = ({ clock, lanes }: Pick<Deps, 'clock' | 'lanes'>) =>
  answer(pauseLane, async ({ id }) => {
    const now = clock();
    return laneResource(found(await lanes.pause(id, now), 'target', id), now);
  });

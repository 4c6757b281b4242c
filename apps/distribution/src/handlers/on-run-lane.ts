import { RunLane } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Lanes } from '../lanes/lanes.ts';

/** Wakes the lanes of this process; whether something is due is read from the listings. */
export const onRunLane = (lanes: Pick<Lanes, 'ring'>) =>
  on(RunLane, ({ data: { targetId } }) => {
    lanes.ring(targetId);
    return Promise.resolve();
  });

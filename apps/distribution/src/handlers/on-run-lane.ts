import { RunLane } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Lanes } from '../lanes/lanes.ts';

/** Wakes the lanes of this process; which target comes next is read from the listings. */
export const onRunLane = (lanes: Pick<Lanes, 'ring'>) =>
  on(RunLane, () => {
    lanes.ring();
    return Promise.resolve();
  });

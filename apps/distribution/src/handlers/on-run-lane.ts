import { RunLane } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { LaneScheduler } from '../lanes/lane-scheduler.ts';

/** Wakes the lanes of this process; whether something is due is read from the listings. */
export const onRunLane = (lanes: Pick<LaneScheduler, 'wake'>) =>
  on(RunLane, ({ data: { targetId } }) => {
    lanes.wake(targetId);
    return Promise.resolve();
  });

import type { Metrics } from '@estate/observability';
import { METRICS } from '../metrics.ts';
import { STOP_REASONS } from '../stores/lane-state-store.ts';
import type { LaneStateStore } from '../stores/lane-state-store.ts';

interface ShownLanes {
  lanes: Pick<LaneStateStore, 'held' | 'oldestDue' | 'stopped'>;
  /** That targets may have. */
  types: readonly string[];
  clock: () => Date;
}

/** Shows how far the lanes of each type of target are behind, and how many are held back, paused or set aside. */
export function showLanes(metrics: Pick<Metrics, 'measured'>, { lanes, types, clock }: ShownLanes): void {
  metrics.measured(METRICS.lane_lag_seconds, async () => {
    const now = clock();
    const oldest = await lanes.oldestDue(now);
    return types.map((type) => ({
      labels: { target_type: type },
      value: (now.getTime() - (oldest.get(type)?.getTime() ?? now.getTime())) / 1000,
    }));
  });
  metrics.measured(METRICS.lanes_held, async () => {
    const held = await lanes.held(clock());
    return types.map((type) => ({ labels: { target_type: type }, value: held.get(type) ?? 0 }));
  });
  metrics.measured(METRICS.lanes_stopped, async () => {
    const stopped = await lanes.stopped();
    return STOP_REASONS.flatMap((reason) =>
      types.map((type) => ({
        labels: { target_type: type, reason },
        value: stopped[reason].get(type) ?? 0,
      })),
    );
  });
}

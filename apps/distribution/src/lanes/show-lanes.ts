import type { Metrics } from '@estate/observability';
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
  metrics.measured(
    {
      name: 'lane_lag_seconds',
      help: 'For how long the most overdue listing of a type of target has been due, paused targets included.',
      labels: ['target_type'],
    },
    async () => {
      const now = clock();
      const oldest = await lanes.oldestDue(now);
      return types.map((type) => ({
        labels: { target_type: type },
        value: (now.getTime() - (oldest.get(type)?.getTime() ?? now.getTime())) / 1000,
      }));
    },
  );
  metrics.measured(
    {
      name: 'lanes_held',
      help: 'Targets to which publishing is suspended for a while because their platform or account refused everything.',
      labels: ['target_type'],
    },
    async () => {
      const held = await lanes.held(clock());
      return types.map((type) => ({ labels: { target_type: type }, value: held.get(type) ?? 0 }));
    },
  );
  metrics.measured(
    {
      name: 'lanes_stopped',
      help: 'Targets to which nothing is published: paused by the operator, or set aside because they ended processes.',
      labels: ['target_type', 'reason'],
    },
    async () => {
      const stopped = await lanes.stopped();
      return STOP_REASONS.flatMap((reason) =>
        types.map((type) => ({
          labels: { target_type: type, reason },
          value: stopped[reason].get(type) ?? 0,
        })),
      );
    },
  );
}

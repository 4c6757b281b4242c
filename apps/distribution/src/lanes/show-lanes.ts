import type { Metrics } from '@estate/observability';
import { METRICS } from '../metrics.ts';
import type { DueListings } from '../stores/listings/due-listings.ts';
import { STOP_REASONS } from '../stores/targets/lane-controls.ts';
import type { LaneControls } from '../stores/targets/lane-controls.ts';
import { dueTargets } from './due-targets.ts';

interface ShownLanes {
  due: Pick<DueListings, 'targets'>;
  lanes: Pick<LaneControls, 'countHeld' | 'countStopped' | 'stopped' | 'stoppedSince' | 'typesOf'>;
  /** The types that targets may have. */
  types: readonly string[];
  clock: () => Date;
}

/** Shows how far the lanes of each type of target are behind, and how many have to wait, are paused or set aside. */
export function showLanes(
  metrics: Pick<Metrics, 'measured'>,
  { due, lanes, types, clock }: ShownLanes,
): void {
  metrics.measured(METRICS.lane_lag_seconds, async () => {
    const now = clock();
    const oldest = await oldestDue(now, { due, lanes });
    return types.map((type) => ({
      labels: { target_type: type },
      value: (now.getTime() - (oldest.get(type)?.getTime() ?? now.getTime())) / 1000,
    }));
  });
  metrics.measured(METRICS.lanes_held, async () => {
    const held = await lanes.countHeld(clock());
    return types.map((type) => ({ labels: { target_type: type }, value: held.get(type) ?? 0 }));
  });
  metrics.measured(METRICS.lanes_stopped, async () => {
    const stopped = await lanes.countStopped();
    return STOP_REASONS.flatMap((reason) =>
      types.map((type) => ({
        labels: { target_type: type, reason },
        value: stopped[reason].get(type) ?? 0,
      })),
    );
  });
  metrics.measured(METRICS.lanes_stopped_oldest_seconds, async () => {
    const now = clock().getTime();
    const since = await lanes.stoppedSince();
    return STOP_REASONS.map((reason) => ({
      labels: { reason },
      value: (now - (since[reason]?.getTime() ?? now)) / 1000,
    }));
  });
}

/** Since when the oldest due listing of each type of target has been due, without stopped targets; types of which nothing is due are left out. */
export async function oldestDue(
  now: Date,
  { due, lanes }: Pick<ShownLanes, 'due'> & { lanes: Pick<LaneControls, 'stopped' | 'typesOf'> },
): Promise<ReadonlyMap<string, Date>> {
  const { open: targets } = await dueTargets(now, { due, lanes });
  const types = await lanes.typesOf(targets.map(({ id }) => id));
  const oldest = new Map<string, Date>();
  for (const { id, dueAt } of targets) {
    const type = types.get(id);
    const known = type === undefined ? undefined : oldest.get(type);
    if (type !== undefined && (!known || dueAt < known)) oldest.set(type, dueAt);
  }
  return oldest;
}

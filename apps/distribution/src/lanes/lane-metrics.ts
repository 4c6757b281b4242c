import type { Metrics } from '@estate/observability';

export type PublicationOutcome = 'succeeded' | 'repeated' | 'failed' | 'superseded';

/** What lanes count. */
export interface LaneMetrics {
  published(labels: { type: string; op: string; outcome: PublicationOutcome; durationMs: number }): void;
  /** How long the oldest due listing has waited, in seconds. */
  oldestDue(seconds: number): void;
}

export function laneMetrics(metrics: Metrics): LaneMetrics {
  const total = metrics.counter('publications_total', 'Attempts to publish or to unpublish a listing.', [
    'target_type',
    'op',
    'outcome',
  ]);
  const seconds = metrics.histogram(
    'publication_duration_seconds',
    'Time one attempt took on the platform.',
    ['target_type', 'op'],
  );
  const oldest = metrics.gauge('lane_oldest_due_seconds', 'Time the listing that is due longest has waited.');
  return {
    published: ({ type, op, outcome, durationMs }) => {
      total.inc({ target_type: type, op, outcome });
      seconds.observe({ target_type: type, op }, durationMs / 1000);
    },
    oldestDue: (waited) => {
      oldest.set(waited);
    },
  };
}

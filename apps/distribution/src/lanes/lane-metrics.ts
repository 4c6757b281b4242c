import { PUBLICATION_FAILURES } from '@estate/contracts';
import type { PublicationFailureCode } from '@estate/contracts';
import type { Metrics } from '@estate/observability';
import { METRICS } from '../metrics.ts';

const OUTCOMES = ['succeeded', 'repeated', 'failed', 'superseded'] as const;
const OPS = ['set', 'delete'] as const;

export type CountedOutcome = (typeof OUTCOMES)[number];

/** A finished attempt, as it is counted. */
export interface CountedAttempt {
  type: string;
  op: (typeof OPS)[number];
  outcome: CountedOutcome;
  failure?: PublicationFailureCode | undefined;
  durationMs: number;
}

/** The counters of lanes. */
export interface LaneMetrics {
  published(attempt: CountedAttempt): void;
  /** How long the oldest due listing has waited, in seconds: of all, and of those whose lane may be taken. */
  oldestDue(waited: { all: number; open: number }): void;
}

/** Every type that targets may have is counted from 0 on. */
export function laneMetrics(metrics: Metrics, types: readonly string[] = []): LaneMetrics {
  const seconds = metrics.histogram(METRICS.publication_duration_seconds);
  const total = metrics.counter(METRICS.publications_total);
  const failures = metrics.counter(METRICS.publication_failures_total);
  const oldest = metrics.gauge(METRICS.lane_oldest_due_seconds);
  const oldestOpen = metrics.gauge(METRICS.lane_oldest_open_due_seconds);
  for (const type of types) {
    for (const op of OPS) {
      for (const outcome of OUTCOMES) total.inc({ target_type: type, op, outcome }, 0);
    }
    for (const code of PUBLICATION_FAILURES) failures.inc({ target_type: type, code }, 0);
  }
  return {
    published: ({ type, op, outcome, failure, durationMs }) => {
      total.inc({ target_type: type, op, outcome });
      if (failure) failures.inc({ target_type: type, code: failure });
      seconds.observe({ target_type: type, op }, durationMs / 1000);
    },
    oldestDue: ({ all, open }) => {
      oldest.set(all);
      oldestOpen.set(open);
    },
  };
}

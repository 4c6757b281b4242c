import { PUBLICATION_FAILURES } from '@estate/contracts';
import type { PublicationFailureCode } from '@estate/contracts';
import type { Metrics } from '@estate/observability';

const OUTCOMES = ['succeeded', 'repeated', 'failed', 'superseded'] as const;
const OPS = ['set', 'delete'] as const;

export type CountedOutcome = (typeof OUTCOMES)[number];

/** One attempt that is over, as it is counted. */
export interface CountedAttempt {
  type: string;
  op: (typeof OPS)[number];
  outcome: CountedOutcome;
  failure?: PublicationFailureCode | undefined;
  durationMs: number;
}

/** What lanes count. */
export interface LaneMetrics {
  published(attempt: CountedAttempt): void;
  /** How long the oldest due listing has waited, in seconds: of all, and of those whose lane may be taken. */
  oldestDue(waited: { all: number; open: number }): void;
}

/** Every type that targets may have is counted from 0 on. */
export function laneMetrics(metrics: Metrics, types: readonly string[] = []): LaneMetrics {
  const seconds = metrics.histogram(
    'publication_duration_seconds',
    'Time one attempt took on the platform.',
    ['target_type', 'op'],
  );
  const count = attemptCounter(metrics, types);
  const oldest = metrics.gauge(
    'lane_oldest_due_seconds',
    'Time the listing that is due longest has waited, those of paused targets included.',
  );
  const oldestOpen = metrics.gauge(
    'lane_oldest_open_due_seconds',
    'Time the listing that is due longest has waited of those whose target is neither paused nor set aside.',
  );
  return {
    published: (attempt) => {
      count(attempt);
      seconds.observe({ target_type: attempt.type, op: attempt.op }, attempt.durationMs / 1000);
    },
    oldestDue: ({ all, open }) => {
      oldest.set(all);
      oldestOpen.set(open);
    },
  };
}

function attemptCounter(metrics: Metrics, types: readonly string[]): (attempt: CountedAttempt) => void {
  const total = metrics.counter('publications_total', 'Attempts to publish or to unpublish a listing.', [
    'target_type',
    'op',
    'outcome',
  ]);
  const failures = metrics.counter(
    'publication_failures_total',
    'Attempts that a platform did not take, by the reason that the customer is told.',
    ['target_type', 'code'],
  );
  for (const type of types) {
    for (const op of OPS) {
      for (const outcome of OUTCOMES) total.inc({ target_type: type, op, outcome }, 0);
    }
    for (const code of PUBLICATION_FAILURES) failures.inc({ target_type: type, code }, 0);
  }
  return ({ type, op, outcome, failure }) => {
    total.inc({ target_type: type, op, outcome });
    if (failure) failures.inc({ target_type: type, code: failure });
  };
}

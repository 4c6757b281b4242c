import { defineMetrics } from '@estate/contracts';

/** Everything that is measured here. */
export const METRICS = defineMetrics({
  publication_duration_seconds: {
    type: 'histogram',
    help: 'Time one attempt took on the platform.',
    labels: ['target_type', 'op'],
  },
  lane_oldest_due_seconds: {
    type: 'gauge',
    help: 'For how long the most overdue listing has been due, paused targets included.',
  },
  lane_oldest_open_due_seconds: {
    type: 'gauge',
    help: 'For how long the most overdue listing has been due whose target is neither paused nor set aside.',
  },
  publications_total: {
    type: 'counter',
    help: 'Attempts to publish or to unpublish a listing.',
    labels: ['target_type', 'op', 'outcome'],
  },
  publication_failures_total: {
    type: 'counter',
    help: 'Failed attempts, by the failure code that the customer sees.',
    labels: ['target_type', 'code'],
  },
  lane_lag_seconds: {
    type: 'gauge',
    help: 'For how long the most overdue listing of a type of target has been due, paused targets included.',
    labels: ['target_type'],
  },
  lanes_held: {
    type: 'gauge',
    help: 'Targets to which publishing is suspended for a while because their platform or account refused everything.',
    labels: ['target_type'],
  },
  lanes_stopped: {
    type: 'gauge',
    help: 'Targets to which nothing is published: paused by the operator, or set aside because they ended processes.',
    labels: ['target_type', 'reason'],
  },
});

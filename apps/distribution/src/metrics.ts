import { defineMetrics } from '@estate/contracts';

/** The metrics of the service. */
export const METRICS = defineMetrics({
  publication_duration_seconds: {
    type: 'histogram',
    help: 'Time that one attempt took on the platform.',
    labels: ['target_type', 'op'],
  },
  lane_oldest_due_seconds: {
    type: 'gauge',
    help: 'How long the most overdue listing has been due, including paused targets.',
  },
  lane_oldest_open_due_seconds: {
    type: 'gauge',
    help: 'How long the most overdue listing has been due, without paused targets and targets that are set aside.',
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
    help: 'How long the most overdue listing of a type of target has been due, without paused targets and targets that are set aside.',
    labels: ['target_type'],
  },
  lanes_held: {
    type: 'gauge',
    help: 'Targets to which publishing is temporarily suspended because their platform or account refused everything.',
    labels: ['target_type'],
  },
  lanes_stopped: {
    type: 'gauge',
    help: 'Targets to which nothing is published: paused by the operator or by the customer, or set aside after repeated crashes.',
    labels: ['target_type', 'reason'],
  },
  feed_packing_failures_total: {
    type: 'counter',
    help: 'Changes of a feed that could not be packed. Its documents are right, but are made more slowly.',
  },
  lanes_stopped_oldest_seconds: {
    type: 'gauge',
    help: 'How long the target that was stopped first has been paused or set aside; 0 if there is none.',
    labels: ['reason'],
  },
});

import { defineMetrics } from '@estate/contracts';

/** The metrics of the service. */
export const METRICS = defineMetrics({
  service_check_up: {
    type: 'gauge',
    help: 'Whether a dependency of the service is available: 1 or 0, as in /readyz.',
    labels: ['check'],
  },
  event_loop_ends_total: {
    type: 'counter',
    help: 'Processes that ended themselves because their event loop was blocked.',
    labels: [],
  },
  clock_offset_seconds: {
    type: 'gauge',
    help: 'By how much the clock of the machine is ahead of the clock of the database; negative: behind.',
    labels: [],
  },
  service_build_info: {
    type: 'gauge',
    help: 'The running version; always 1.',
    labels: ['version', 'node_version'],
  },
});

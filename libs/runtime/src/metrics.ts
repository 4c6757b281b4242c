import { defineMetrics } from '@estate/contracts';

/** The metrics of the service. */
export const METRICS = defineMetrics({
  service_check_up: {
    type: 'gauge',
    help: 'Whether a dependency of the service is available: 1 or 0, as in /readyz.',
    labels: ['check'],
  },
  service_build_info: {
    type: 'gauge',
    help: 'The running version; always 1.',
    labels: ['version', 'node_version'],
  },
});

import { defineMetrics } from '@estate/contracts';

/** Everything that is measured here. */
export const METRICS = defineMetrics({
  service_check_up: {
    type: 'gauge',
    help: 'Whether what the service depends on is there: 1 or 0, as /readyz says.',
    labels: ['check'],
  },
  service_build_info: { type: 'gauge', help: 'What runs; always 1.', labels: ['version', 'node_version'] },
});

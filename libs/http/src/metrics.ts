import { defineMetrics } from '@estate/contracts';

/** Everything that is measured here. */
export const METRICS = defineMetrics({
  http_server_request_duration_seconds: {
    type: 'histogram',
    help: 'How long requests took, by route.',
    labels: ['route', 'method', 'status_class'],
  },
});

import { defineMetrics } from '@estate/contracts';

/** The metrics of the service. */
export const METRICS = defineMetrics({
  http_server_request_duration_seconds: {
    type: 'histogram',
    help: 'Duration of requests, by route, without the waiting time that the caller requested.',
    labels: ['route', 'method', 'status_class'],
  },
});

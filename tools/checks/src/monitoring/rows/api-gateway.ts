import type { Row } from '../dashboard.ts';
import { RATE, p99 } from '../shared-rows.ts';

export const gatewayRows: readonly Row[] = [
  {
    title: 'Calls',
    panels: [
      {
        title: 'Calls',
        description: 'Calls of customers by route.',
        unit: 'reqps',
        queries: { '{{method}} {{route}}': 'route:http_requests:rate5m' },
      },
      {
        title: 'Calls by status',
        description: '4xx: errors of the caller. 5xx: internal errors or an unavailable service.',
        unit: 'reqps',
        queries: {
          '{{status_class}}': `sum by (status_class) (rate(http_server_request_duration_seconds_count[${RATE}]))`,
        },
      },
      {
        title: 'Share of errors',
        description: 'Calls that ended in 5xx. The error budget is 0.1 % (objective: 99.9 %).',
        unit: 'percentunit',
        alarmFrom: 0.001,
        queries: Object.fromEntries(
          ['5m', '1h', '6h', '3d'].map((span) => [span, `api:http_errors:ratio_rate${span}`]),
        ),
      },
      {
        title: 'Duration of calls (p99)',
        description: 'One in a hundred calls takes longer, by route.',
        unit: 's',
        queries: { '{{route}}': p99('http_server_request_duration_seconds', 'job="api-gateway"', 'route') },
      },
      {
        title: 'Calls to services',
        description: 'Calls of the gateway to other services, by operation.',
        unit: 'reqps',
        queries: { '{{operation}}': `sum by (operation) (rate(asks_total{job="api-gateway"}[${RATE}]))` },
      },
      {
        title: 'Duration of calls to services (p99)',
        description:
          'One in a hundred calls to a service takes longer. Values near the time-out mean that a service is unavailable.',
        unit: 's',
        queries: { '{{operation}}': p99('ask_duration_seconds', 'job="api-gateway"', 'operation') },
      },
      {
        title: 'Results of jobs',
        description:
          'Items of jobs by their result. `failed` items were refused, as the single call would be.',
        unit: 'reqps',
        queries: { '{{outcome}}': `sum by (outcome) (rate(job_items_total[${RATE}]))` },
      },
      {
        title: 'Calls missing in the request log',
        description: 'Calls that could not be recorded because the database was unavailable for too long.',
        unit: 'reqps',
        queries: { missing: `sum(rate(request_log_missed_total[${RATE}]))` },
      },
    ],
  },
];

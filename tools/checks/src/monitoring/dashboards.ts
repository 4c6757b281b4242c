import type { Dashboard } from './dashboard.ts';
import { serviceDashboards } from './service-dashboards.ts';

const overview: Dashboard = {
  uid: 'estate-overview',
  title: 'Estate: overview',
  description: 'The state of the whole system on one page.',
  rows: [
    {
      title: 'Now',
      panels: [
        {
          title: 'Replicas',
          description: 'Replicas that Prometheus can read, by service.',
          unit: 'short',
          stat: true,
          queries: [{ expr: 'sum by (job) (up)', legend: '{{job}}' }],
        },
        {
          title: 'Alerts',
          description: 'Alerts that fire now. What to do: docs/monitoring.md.',
          unit: 'short',
          stat: true,
          alarmFrom: 1,
          queries: [{ expr: 'count(ALERTS{alertstate="firing"}) or vector(0)', legend: 'firing' }],
        },
        {
          title: 'Dead letters',
          description: 'Messages that wait for an operator. Must be 0.',
          unit: 'short',
          stat: true,
          alarmFrom: 1,
          queries: [{ expr: 'sum(consumer:dead_letters:max)', legend: 'messages' }],
        },
        {
          title: 'Invariant violations',
          description: 'Documents that violate an invariant. Must be 0.',
          unit: 'short',
          stat: true,
          alarmFrom: 1,
          queries: [{ expr: 'sum(invariant:invariant_violations:max)', legend: 'documents' }],
        },
      ],
    },
    {
      title: 'The API',
      panels: [
        {
          title: 'Calls by status',
          description: 'Calls of customers. 5xx: internal errors or an unavailable service.',
          unit: 'reqps',
          queries: [
            {
              expr: 'sum by (status_class) (rate(http_server_request_duration_seconds_count[$__rate_interval]))',
              legend: '{{status_class}}',
            },
          ],
        },
        {
          title: 'Duration of calls (p99)',
          description: 'One in a hundred calls takes longer. Above 2 seconds: alert ApiSlow.',
          unit: 's',
          alarmFrom: 2,
          queries: [{ expr: 'api:http_request_duration_seconds:p99_rate5m', legend: 'p99' }],
        },
      ],
    },
    {
      title: 'Ages of waiting work',
      panels: [
        {
          title: 'Overdue work',
          description:
            'For how long the most overdue row of each worker has been due. Above 5 minutes: alert WorkOverdue.',
          unit: 's',
          alarmFrom: 300,
          queries: [{ expr: 'worker:oldest_due_seconds:max', legend: '{{worker}}' }],
        },
        {
          title: 'Queues',
          description:
            'Age of the oldest message that a consumer has not handled. Above 5 minutes: alert QueueOld.',
          unit: 's',
          alarmFrom: 300,
          queries: [{ expr: 'consumer:oldest_message_seconds:max', legend: '{{consumer}}' }],
        },
        {
          title: 'Outboxes',
          description: 'Age of the oldest message that waits in a document. Above 1 minute: alert OutboxOld.',
          unit: 's',
          alarmFrom: 60,
          queries: [{ expr: 'collection:outbox_oldest_seconds:max', legend: '{{job}} {{collection}}' }],
        },
        {
          title: 'Lag by type of target',
          description:
            'For how long the most overdue listing of a type has been due. Above 15 minutes: alert LaneLag.',
          unit: 's',
          alarmFrom: 900,
          queries: [{ expr: 'target_type:lane_lag_seconds:max', legend: '{{target_type}}' }],
        },
      ],
    },
    {
      title: 'Outcomes',
      panels: [
        {
          title: 'Publications that fail',
          description: 'Share of the attempts of the last 15 minutes, by type of target.',
          unit: 'percentunit',
          alarmFrom: 0.5,
          queries: [{ expr: 'target_type:publications_failed:ratio_rate15m', legend: '{{target_type}}' }],
        },
        {
          title: 'Deliveries that fail',
          description: 'Share of failed attempts in the last 15 minutes, and of suspended receivers.',
          unit: 'percentunit',
          alarmFrom: 0.5,
          queries: [
            { expr: 'webhook:attempts_failed:ratio_rate15m', legend: 'attempts' },
            { expr: 'webhook:receivers_held:ratio', legend: 'receivers' },
          ],
        },
      ],
    },
  ],
};

/** Every dashboard that is shipped. */
export const dashboards: readonly Dashboard[] = [overview, ...serviceDashboards];

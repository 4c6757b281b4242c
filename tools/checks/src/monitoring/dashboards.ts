import { brokerDashboard } from './broker-dashboard.ts';
import type { Dashboard } from './dashboard.ts';
import { databaseDashboard } from './database-dashboard.ts';
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
          queries: { '{{job}}': 'sum by (job) (up)' },
        },
        {
          title: 'Alerts',
          description: 'Alerts that are firing. What to do: docs/monitoring.md.',
          unit: 'short',
          stat: true,
          alarmFrom: 1,
          queries: { firing: 'count(ALERTS{alertstate="firing"}) or vector(0)' },
        },
        {
          title: 'Dead letters',
          description: 'Messages that wait for the operator. Must be 0.',
          unit: 'short',
          stat: true,
          alarmFrom: 1,
          queries: { messages: 'sum(consumer:dead_letters:max)' },
        },
        {
          title: 'Invariant violations',
          description: 'Documents that violate an invariant. Must be 0.',
          unit: 'short',
          stat: true,
          alarmFrom: 1,
          queries: { documents: 'sum(invariant:invariant_violations:max)' },
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
          queries: {
            '{{status_class}}':
              'sum by (status_class) (rate(http_server_request_duration_seconds_count[$__rate_interval]))',
          },
        },
        {
          title: 'Duration of calls (p99)',
          description: 'One in a hundred calls takes longer. Above 2 seconds: alert ApiSlow.',
          unit: 's',
          alarmFrom: 2,
          queries: { p99: 'api:http_request_duration_seconds:p99_rate5m' },
        },
      ],
    },
    {
      title: 'Ages of waiting work',
      panels: [
        {
          title: 'Overdue work',
          description:
            'How long the most overdue row of each worker has been due. Above 5 minutes: alert WorkOverdue.',
          unit: 's',
          alarmFrom: 300,
          queries: { '{{worker}}': 'worker:oldest_due_seconds:max' },
        },
        {
          title: 'Queues',
          description:
            'Age of the oldest message that a consumer has not handled. Above 5 minutes: alert QueueOld.',
          unit: 's',
          alarmFrom: 300,
          queries: { '{{consumer}}': 'consumer:oldest_message_seconds:max' },
        },
        {
          title: 'Outboxes',
          description: 'Age of the oldest message that waits in an outbox. Above 1 minute: alert OutboxOld.',
          unit: 's',
          alarmFrom: 60,
          queries: { '{{job}} {{collection}}': 'collection:outbox_oldest_seconds:max' },
        },
        {
          title: 'Lag by type of target',
          description:
            'How long the most overdue listing of a type has been due. Above 15 minutes: alert LaneLag.',
          unit: 's',
          alarmFrom: 900,
          queries: { '{{target_type}}': 'target_type:lane_lag_seconds:max' },
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
          queries: { '{{target_type}}': 'target_type:publications_failed:ratio_rate15m' },
        },
        {
          title: 'Deliveries that fail',
          description: 'Share of failed attempts in the last 15 minutes, and of suspended receivers.',
          unit: 'percentunit',
          alarmFrom: 0.5,
          queries: {
            attempts: 'webhook:attempts_failed:ratio_rate15m',
            receivers: 'webhook:receivers_held:ratio',
          },
        },
      ],
    },
  ],
};

/** Every included dashboard. */
export const dashboards: readonly Dashboard[] = [
  overview,
  ...serviceDashboards,
  brokerDashboard,
  databaseDashboard,
];

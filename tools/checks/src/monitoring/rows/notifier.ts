import type { Row } from '../dashboard.ts';
import { RATE, duePanel } from '../shared-rows.ts';

export const notifierRows: readonly Row[] = [
  {
    title: 'Deliveries',
    panels: [
      duePanel('deliver-webhook', 'delivery'),
      {
        title: 'Attempts by outcome',
        description:
          '`repeated`: retried. A rise for all receivers at once points to the outgoing network of this system.',
        unit: 'reqps',
        queries: {
          '{{outcome}} {{code_class}}': `sum by (outcome, code_class) (rate(webhook_attempts_total[${RATE}]))`,
        },
      },
      {
        title: 'Deliveries that ended',
        description:
          '`exhausted`: no attempt was left while the outcome was unknown; `discarded`: the webhook was disabled.',
        unit: 'reqps',
        queries: { '{{outcome}}': `sum by (outcome) (rate(webhook_deliveries_total[${RATE}]))` },
      },
      {
        title: 'From the event to its delivery',
        description: 'Half and one in a hundred of the successful deliveries took longer.',
        unit: 's',
        queries: {
          p50: `histogram_quantile(0.5, sum by (le) (rate(webhook_delivery_latency_seconds_bucket[${RATE}])))`,
          p99: `histogram_quantile(0.99, sum by (le) (rate(webhook_delivery_latency_seconds_bucket[${RATE}])))`,
        },
      },
      {
        title: 'Suspended receivers',
        description:
          'Share of the receivers that do not respond. Deliveries to them are temporarily suspended. Above half: alert ReceiversHeld.',
        unit: 'percentunit',
        alarmFrom: 0.5,
        queries: { held: 'webhook:receivers_held:ratio' },
      },
      {
        title: 'Webhooks disabled',
        description: 'Webhooks whose receivers returned 410 or accepted no deliveries for five days.',
        unit: 'short',
        queries: { '{{reason}}': `sum by (reason) (increase(webhook_disabled_total[${RATE}]))` },
      },
      {
        title: 'Bulk resends abandoned',
        description: 'Bulk resends that failed because several processes in a row crashed on them.',
        unit: 'short',
        queries: { abandoned: `sum(increase(webhook_resends_abandoned_total[${RATE}]))` },
      },
      {
        title: 'Emails to accounts',
        description:
          'Attempts to send an email about a failing webhook or target. `repeated`: the mail server did not accept it yet; `failed`: it never did, alert NoticesFailing.',
        unit: 'short',
        queries: { '{{outcome}}': `sum by (outcome) (increase(notice_attempts_total[${RATE}]))` },
      },
    ],
  },
];

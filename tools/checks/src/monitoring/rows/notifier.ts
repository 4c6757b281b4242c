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
        queries: [
          {
            expr: `sum by (outcome, code_class) (rate(webhook_attempts_total[${RATE}]))`,
            legend: '{{outcome}} {{code_class}}',
          },
        ],
      },
      {
        title: 'Deliveries that ended',
        description:
          '`exhausted`: no attempt was left while the outcome was unknown; `discarded`: the webhook was disabled.',
        unit: 'reqps',
        queries: [
          { expr: `sum by (outcome) (rate(webhook_deliveries_total[${RATE}]))`, legend: '{{outcome}}' },
        ],
      },
      {
        title: 'From the event to its delivery',
        description: 'Half and one in a hundred of the successful deliveries took longer.',
        unit: 's',
        queries: [0.5, 0.99].map((share) => ({
          expr: `histogram_quantile(${String(share)}, sum by (le) (rate(webhook_delivery_latency_seconds_bucket[${RATE}])))`,
          legend: `p${String(share * 100)}`,
        })),
      },
      {
        title: 'Suspended receivers',
        description:
          'Share of the receivers that do not respond; deliveries to them are suspended for a while. Above half: alert ReceiversHeld.',
        unit: 'percentunit',
        alarmFrom: 0.5,
        queries: [{ expr: 'webhook:receivers_held:ratio', legend: 'held' }],
      },
      {
        title: 'Webhooks disabled',
        description: 'Webhooks whose receivers answered 410 or accepted no deliveries for five days.',
        unit: 'short',
        queries: [
          { expr: `sum by (reason) (increase(webhook_disabled_total[${RATE}]))`, legend: '{{reason}}' },
        ],
      },
      {
        title: 'Bulk resends abandoned',
        description: 'Bulk resends that failed because several processes in a row crashed on them.',
        unit: 'short',
        queries: [{ expr: `sum(increase(webhook_resends_abandoned_total[${RATE}]))`, legend: 'abandoned' }],
      },
    ],
  },
];

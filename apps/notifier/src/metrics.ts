import { defineMetrics } from '@estate/contracts';

/** Everything that is measured here. */
export const METRICS = defineMetrics({
  webhook_oldest_due_seconds: { type: 'gauge', help: 'For how long the most overdue delivery has been due.' },
  webhook_held_receivers: {
    type: 'gauge',
    help: 'Webhooks that this process leaves alone because their receivers seem dead.',
  },
  webhook_known_receivers: {
    type: 'gauge',
    help: 'Webhooks that this process has sent something to, lately.',
  },
  webhook_disabled_total: {
    type: 'counter',
    help: 'Webhooks that were disabled, by the reason.',
    labels: ['reason'],
  },
  webhook_deliveries_total: { type: 'counter', help: 'Deliveries that ended, by how.', labels: ['outcome'] },
  webhook_attempts_total: {
    type: 'counter',
    help: 'Attempts to deliver by what came of them.',
    labels: ['outcome', 'code_class'],
  },
  webhook_delivery_latency_seconds: {
    type: 'histogram',
    help: 'From the making of a delivery to its success.',
    buckets: 'days',
  },
});

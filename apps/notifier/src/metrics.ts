import { defineMetrics } from '@estate/contracts';

/** The metrics of the service. */
export const METRICS = defineMetrics({
  webhook_oldest_due_seconds: { type: 'gauge', help: 'How long the most overdue delivery has been due.' },
  webhook_held_receivers: {
    type: 'gauge',
    help: 'Webhooks whose deliveries this process has suspended because their receivers do not respond.',
  },
  webhook_known_receivers: {
    type: 'gauge',
    help: 'Webhooks to which this process has sent deliveries recently.',
  },
  webhook_disabled_total: {
    type: 'counter',
    help: 'Webhooks that were disabled, by the reason.',
    labels: ['reason'],
  },
  webhook_deliveries_total: {
    type: 'counter',
    help: 'Deliveries that ended, by outcome.',
    labels: ['outcome'],
  },
  webhook_resends_abandoned_total: {
    type: 'counter',
    help: 'Bulk resends that failed because several processes in a row crashed on them.',
  },
  webhook_attempts_total: {
    type: 'counter',
    help: 'Delivery attempts by outcome.',
    labels: ['outcome', 'code_class'],
  },
  notice_attempts_total: {
    type: 'counter',
    help: 'Attempts to send an email to the address of an account, by outcome.',
    labels: ['outcome'],
  },
  webhook_delivery_latency_seconds: {
    type: 'histogram',
    help: 'Time from the creation of a delivery to its success.',
    buckets: 'days',
  },
});

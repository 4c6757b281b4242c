import { defineMetrics } from '@estate/contracts';

/** Of every service. */
export const AUDIT_METRICS = defineMetrics({
  invariant_violations_total: {
    type: 'gauge',
    help: 'Documents that violate an invariant.',
    labels: ['invariant'],
  },
});

/** Of a service that publishes messages. */
export const OUTBOX_METRICS = defineMetrics({
  outbox_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest message that waits in a document.',
    labels: ['collection'],
  },
});

/** Of a service with a queue of work in its database. */
export const QUEUE_METRICS = defineMetrics({
  work_oldest_due_seconds: {
    type: 'gauge',
    help: 'For how long the most overdue row of a worker has been due; 0 when nothing is due.',
    labels: ['worker'],
  },
});

/** Everything that is measured here. */
export const METRICS = { ...AUDIT_METRICS, ...OUTBOX_METRICS, ...QUEUE_METRICS };

import { defineMetrics } from '@estate/contracts';

/** The metrics of every service. */
export const AUDIT_METRICS = defineMetrics({
  invariant_violations_total: {
    type: 'gauge',
    help: 'Documents that violate an invariant.',
    labels: ['invariant'],
  },
  invariant_corrections_total: {
    type: 'counter',
    help: 'Documents that the auditor corrected by itself, because a time in them was later than any plan.',
    labels: ['invariant'],
  },
  audit_round_seconds: {
    type: 'gauge',
    help: 'Duration of an audit round through a collection: that of the last round, or the estimate for the current one.',
    labels: ['walk'],
  },
});

/** The metrics of a service that publishes messages. */
export const OUTBOX_METRICS = defineMetrics({
  outbox_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest message that waits in an outbox.',
    labels: ['collection'],
  },
  messages_retold_total: {
    type: 'counter',
    help: 'Messages that were published again because a stream had lost messages or the operator requested it.',
    labels: [],
  },
});

/** The metrics of a service with a queue of work in its database. */
export const QUEUE_METRICS = defineMetrics({
  work_oldest_due_seconds: {
    type: 'gauge',
    help: 'How long the most overdue row of a worker has been due; 0 if nothing is due.',
    labels: ['worker'],
  },
});

/** The metrics of the service. */
export const METRICS = { ...AUDIT_METRICS, ...OUTBOX_METRICS, ...QUEUE_METRICS };

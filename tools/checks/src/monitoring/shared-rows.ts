import type { Panel, Row } from './dashboard.ts';

const RATE = '$__rate_interval';
const p99 = (metric: string, where: string, by: string) =>
  `histogram_quantile(0.99, sum by (le, ${by}) (rate(${metric}_bucket{${where}}[${RATE}])))`;

/** The row about the availability and the resources of a service. */
export const runningRow = (job: string): Row => ({
  title: 'Running',
  panels: [
    {
      title: 'Replicas',
      description: 'Replicas that Prometheus can read. None: alert ServiceAbsent.',
      unit: 'short',
      stat: true,
      queries: { up: `sum(up{job="${job}"})` },
    },
    {
      title: 'Dependencies',
      description: 'Dependencies that a replica needs to be ready. 0: at least one replica cannot reach it.',
      unit: 'short',
      stat: true,
      queries: { '{{check}}': `min by (check) (service_check_up{job="${job}"})` },
    },
    {
      title: 'Versions',
      description: 'Replicas by version of the software; several during a roll-out.',
      unit: 'short',
      stat: true,
      queries: { '{{version}}': `sum by (version) (service_build_info{job="${job}"})` },
    },
    {
      title: 'Invariant violations',
      description: 'Documents that violate an invariant of the service. Must be 0.',
      unit: 'short',
      stat: true,
      alarmFrom: 1,
      queries: { documents: `sum(invariant:invariant_violations:max{job="${job}"})` },
    },
    {
      title: 'Longest round of the audit',
      description:
        'How long the audit takes to check each document of a collection once. Above 45 days: alert AuditSlow.',
      unit: 's',
      stat: true,
      alarmFrom: 45 * 86_400,
      queries: { '{{walk}}': `topk(1, walk:audit_round_seconds:max{job="${job}"})` },
    },
  ],
});

export const processRow = (job: string): Row => ({
  title: 'Process',
  panels: [
    {
      title: 'CPU',
      description: 'Processor time by replica; 100 % is one core. A replica uses little more than one.',
      unit: 'percentunit',
      queries: {
        '{{instance}}': `sum by (instance) (rate(process_cpu_seconds_total{job="${job}"}[${RATE}]))`,
      },
    },
    {
      title: 'Memory',
      description: 'Resident memory by replica. It must come back down after a burst.',
      unit: 'bytes',
      queries: { '{{instance}}': `process_resident_memory_bytes{job="${job}"}` },
    },
    {
      title: 'Event loop',
      description: '99th percentile of the event loop lag. Above half a second: alert EventLoopSlow.',
      unit: 's',
      alarmFrom: 0.5,
      queries: { '{{instance}}': `nodejs_eventloop_lag_p99_seconds{job="${job}"}` },
    },
    {
      title: 'Ends of blocked replicas',
      description:
        'Replicas that ended themselves, because their event loop was blocked. More than 0: alert EventLoopBlocked.',
      unit: 'short',
      alarmFrom: 1,
      queries: { ends: `sum(increase(event_loop_ends_total{job="${job}"}[1h]))` },
    },
    {
      title: 'Calls to other services',
      description: 'Calls of this service to others that got no response or an internal error, by operation.',
      unit: 'percentunit',
      alarmFrom: 0.05,
      queries: { '{{operation}}': `operation:asks_failed:ratio_rate5m{job="${job}"}` },
    },
    {
      title: 'Calls moved to another replica',
      description:
        'Calls of this service whose first replica showed no sign of life within two seconds, by operation. A replica of its owner is frozen or overloaded.',
      unit: 'reqps',
      queries: { '{{operation}}': `sum by (operation) (rate(asks_moved_total{job="${job}"}[${RATE}]))` },
    },
  ],
});

/** The row about rate, errors and duration of answers. */
export const answersRow = (job: string): Row => ({
  title: 'Answers',
  panels: [
    {
      title: 'Answers',
      description: 'Operations that were answered.',
      unit: 'reqps',
      queries: { '{{operation}}': `sum by (operation) (rate(answers_total{job="${job}"}[${RATE}]))` },
    },
    {
      title: 'Refusals and errors',
      description: 'Answers other than ok, by the code of the error. `internal`: internal error.',
      unit: 'reqps',
      queries: {
        '{{operation}} {{outcome}}': `sum by (operation, outcome) (rate(answers_total{job="${job}",outcome!="ok"}[${RATE}]))`,
      },
    },
    {
      title: 'Unreadable resources',
      description: 'Resources that lists left out because their stored documents are damaged. Must be 0.',
      unit: 'reqps',
      queries: {
        '{{operation}}': `sum by (operation) (rate(documents_unreadable_total{job="${job}"}[${RATE}]))`,
      },
    },
    {
      title: 'Duration of answers (p99)',
      description: 'One in a hundred answers takes longer.',
      unit: 's',
      queries: { '{{operation}}': p99('answer_duration_seconds', `job="${job}"`, 'operation') },
    },
  ],
});

/** The row about rate, errors, duration and age of consumed messages. */
export const consumersRow = (job: string): Row => ({
  title: 'Consumers',
  panels: [
    {
      title: 'Age of the queues',
      description:
        'Age of the oldest message that a consumer has not handled. Above 5 minutes: alert QueueOld.',
      unit: 's',
      alarmFrom: 300,
      queries: { '{{consumer}}': `max by (consumer) (consumer_oldest_message_seconds{job="${job}"})` },
    },
    {
      title: 'Deliveries',
      description: 'Messages by outcome. `retried`: delivered again. `dead`: waits for an operator.',
      unit: 'reqps',
      queries: {
        '{{consumer}} {{outcome}}': `sum by (consumer, outcome) (rate(messages_handled_total{job="${job}"}[${RATE}]))`,
      },
    },
    {
      title: 'Duration of handling (p99)',
      description: 'One in a hundred messages takes longer.',
      unit: 's',
      queries: { '{{consumer}}': p99('message_duration_seconds', `job="${job}"`, 'consumer') },
    },
    {
      title: 'Redeliveries and dead letters',
      description:
        'Messages that were delivered again, and messages that a consumer abandoned. Dead letters must be 0.',
      unit: 'short',
      queries: {
        'again {{consumer}}': `sum by (consumer) (increase(consumer_redeliveries_total{job="${job}"}[${RATE}]))`,
        'dead {{consumer}}': `max by (consumer) (dead_letters{job="${job}"})`,
      },
    },
  ],
});

/** The panel about the age of the oldest message in an outbox. */
export const outboxPanel = (job: string): Panel => ({
  title: 'Age of the outbox',
  description: 'Age of the oldest message that waits in an outbox. Above 1 minute: alert OutboxOld.',
  unit: 's',
  alarmFrom: 60,
  queries: { '{{collection}}': `max by (collection) (outbox_oldest_seconds{job="${job}"})` },
});

export const duePanel = (worker: string, what: string): Panel => ({
  title: 'Overdue work',
  description: `How long the most overdue ${what} has been due. Above 5 minutes: alert WorkOverdue.`,
  unit: 's',
  alarmFrom: 300,
  queries: { [worker]: `worker:oldest_due_seconds:max{worker="${worker}"}` },
});

/** The volumes of a store, by the prefix of their names. */
export const volumesOf = (store: string) =>
  `1 - min by (persistentvolumeclaim) (kubelet_volume_stats_available_bytes{persistentvolumeclaim=~"data-${store}-.*"} / kubelet_volume_stats_capacity_bytes{persistentvolumeclaim=~"data-${store}-.*"})`;

export { p99, RATE };

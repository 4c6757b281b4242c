import { defineMetrics } from '@estate/contracts';

/** The metrics of a service that answers. */
export const ANSWER_METRICS = defineMetrics({
  answers_total: {
    type: 'counter',
    help: 'Operations that were answered.',
    labels: ['operation', 'outcome'],
  },
  documents_unreadable_total: {
    type: 'counter',
    help: 'Resources that a list left out because their stored documents cannot be read.',
    labels: ['operation'],
  },
  answer_duration_seconds: { type: 'histogram', help: 'Time to answer an operation.', labels: ['operation'] },
});

/** The metrics of a service that handles messages. */
export const CONSUMER_METRICS = defineMetrics({
  messages_handled_total: {
    type: 'counter',
    help: 'Deliveries by outcome.',
    labels: ['consumer', 'outcome'],
  },
  consumer_redeliveries_total: {
    type: 'counter',
    help: 'Deliveries of a message that had been delivered before.',
    labels: ['consumer'],
  },
  message_duration_seconds: { type: 'histogram', help: 'Time to handle a delivery.', labels: ['consumer'] },
  consumer_oldest_message_seconds: {
    type: 'gauge',
    help: 'Age of the oldest message that a consumer has not handled; 0 if there is none.',
    labels: ['consumer'],
  },
  dead_letters: {
    type: 'gauge',
    help: 'Messages that a consumer abandoned and that wait for the operator.',
    labels: ['consumer'],
  },
});

/** The metrics of every service. */
export const ASK_METRICS = defineMetrics({
  asks_total: {
    type: 'counter',
    help: 'Calls to other services.',
    labels: ['operation', 'outcome'],
  },
  ask_duration_seconds: {
    type: 'histogram',
    help: 'Duration of calls to other services.',
    labels: ['operation'],
  },
  asks_moved_total: {
    type: 'counter',
    help: 'Calls to other services that another replica got, because the first one showed no sign of life.',
    labels: ['operation'],
  },
});

/** The metrics of the service. */
export const METRICS = { ...ASK_METRICS, ...ANSWER_METRICS, ...CONSUMER_METRICS };

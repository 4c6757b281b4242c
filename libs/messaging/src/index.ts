export { answer } from './answer.ts';
export {
  OUTBOX,
  consume,
  eraseMessages,
  listDeadLetters,
  markOf,
  redriveDeadLetters,
  serveAnswers,
  streamStates,
  walkMessages,
} from './bus.ts';
export type {
  Answer,
  AnswerFunction,
  AnswersOf,
  AskOptions,
  Asker,
  Bus,
  Caller,
  Closable,
  DeadLetter,
  HandlersOf,
  Host,
  OwnBus,
  Preconditions,
  StreamState,
  WalkedMessages,
} from './bus.ts';
export type { ErasedConsumer, IsErased, StoredMessage } from './erase.ts';
export { connectBus } from './connect-bus.ts';
export type { BusConfig } from './connect-bus.ts';
export { on, onAny } from './handler.ts';
export type { AnyMessage, HandleContext, Handler, HandlerOptions, IncomingMessage } from './handler.ts';
export { memoryBus } from './memory-bus.ts';
export type { MemoryBus } from './memory-bus.ts';
export { message } from './message.ts';
export type { MessageAbout, OutgoingMessage } from './message.ts';
export { inspectAnswers, inspectBroker } from './nats/inspect-broker.ts';
export type { AnsweringReplica, BrokerReport } from './nats/inspect-broker.ts';
export { readOutput, readable, unreadableId } from './readable-page.ts';
export { changeIfMatch, etagOf } from './precondition.ts';
export { representationOf, represented } from './represented.ts';
export { DEAD_LETTERS, MARKS, REDRIVE, STREAM_NAMES, STREAM_SHARES } from './nats/streams.ts';
export { streamOf } from './stored-subjects.ts';
export type { Timing } from './timing.ts';
export { ANSWER_METRICS, ASK_METRICS, CONSUMER_METRICS } from './metrics.ts';

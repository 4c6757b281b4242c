import type { DataOf, MessageDefinition } from '@estate/contracts';
import type { Logger } from '@estate/observability';

/** A message for a handler; a wake-up has no account, so its `accountId` is empty. */
export interface IncomingMessage<D extends MessageDefinition = MessageDefinition> {
  id: string;
  accountId: string;
  requestId: string;
  at: Date;
  /** 1 for the first delivery. */
  attempt: number;
  data: DataOf<D>;
}

/** A message of one of several kinds; `data` are validated if the subject has a definition. */
export interface AnyMessage extends Omit<IncomingMessage, 'data'> {
  subject: string;
  data: unknown;
}

export interface HandleContext {
  /** Aborted when the service stops and the grace period is over. */
  signal: AbortSignal;
  log: Logger;
}

export interface HandlerOptions {
  /** The number of messages that are handled in parallel; 16 by default. */
  concurrency?: number;
}

export interface Handler<F extends string = string> {
  /** The subject, or the filter, of the handled messages. */
  readonly filter: F;
  readonly definitions: ReadonlyMap<string, MessageDefinition>;
  readonly concurrency: number;
  handle(message: AnyMessage, context: HandleContext): Promise<void>;
}

const CONCURRENCY = 16;

/** Handles the messages of one definition. */
export const on = <D extends MessageDefinition>(
  definition: D,
  handle: (message: IncomingMessage<D>, context: HandleContext) => Promise<void>,
  options: HandlerOptions = {},
): Handler<D['subject']> => ({
  filter: definition.subject,
  definitions: new Map([[definition.subject, definition]]),
  concurrency: options.concurrency ?? CONCURRENCY,
  handle: (message, context) => handle(message as IncomingMessage<D>, context),
});

/** Handles every message below a filter (`event.>`); data of a subject without a definition are passed unchanged. */
export const onAny = <const F extends string>(
  filter: F,
  handle: (message: AnyMessage, context: HandleContext) => Promise<void>,
  options: HandlerOptions & { definitions?: readonly MessageDefinition[] } = {},
): Handler<F> => ({
  filter,
  definitions: new Map((options.definitions ?? []).map((definition) => [definition.subject, definition])),
  concurrency: options.concurrency ?? CONCURRENCY,
  handle,
});

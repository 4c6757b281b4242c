import type { DataOf, MessageDefinition } from '@estate/contracts';
import type { Logger } from '@estate/observability';

/** A message as a handler sees it; a wake-up call belongs to nobody, so its `accountId` is empty. */
export interface IncomingMessage<D extends MessageDefinition = MessageDefinition> {
  id: string;
  accountId: string;
  requestId: string;
  at: Date;
  /** 1 for the first delivery. */
  attempt: number;
  data: DataOf<D>;
}

/** A message of one of several kinds; `data` is validated when its subject has a definition. */
export interface AnyMessage extends Omit<IncomingMessage, 'data'> {
  subject: string;
  data: unknown;
}

export interface HandleContext {
  /** Aborted when the service stops and the grace is over. */
  signal: AbortSignal;
  log: Logger;
}

export interface HandlerOptions {
  /** The number of messages that are handled at a time; default 16. */
  concurrency?: number;
}

export interface Handler<F extends string = string> {
  /** The subject, or the filter, of the messages that are handled. */
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

/** Handles every message below a filter (`event.>`); data of a subject without a definition are handed over as they came. */
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

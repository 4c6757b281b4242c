import type {
  Filter,
  FilterOf,
  InputOf,
  Messages,
  Operation,
  OutputOf,
  BusManifest,
} from '@estate/contracts';
import type { Logger, Metrics } from '@estate/observability';
import type { z } from 'zod';
import type { ErasedConsumer, IsErased, StoredMessage } from './erase.ts';
import type { Handler } from './handler.ts';
import type { OutgoingMessage } from './message.ts';

/** The account and the actor of an ask. */
export interface Caller {
  accountId: string;
  requestId: string;
}

export interface Closable {
  close(): Promise<void>;
}

/** Preconditions apply to a single ask: a `Caller` that is passed on does not carry them. */
export interface Preconditions {
  /** The id for the resource that the ask creates: a repeated ask with the same id creates no second one. */
  reservedId?: string;
  /** True if the reserved id was made for this ask, and no replica has received it before: nothing can have been created under it. */
  isFirstRun?: boolean;
  /** ETags of which the resource must match one (`*`: any) for the ask to be carried out. */
  ifMatch?: string;
}

/** The caller, with the preconditions of the ask. */
export type Asker = Caller & Preconditions;

/** An operation and its implementation. */
export interface Answer<O extends Operation = Operation> {
  readonly operation: O;
  handle(input: unknown, asker: Asker): Promise<unknown>;
}

/** The service that answers and listens; `translate` converts errors of its drivers to service errors. */
export interface Host {
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly translate?: (error: unknown) => unknown;
}

export interface AskOptions extends Preconditions {
  /** 5000 by default. */
  timeoutMs?: number;
  /** True if it changes nothing, so that it may be carried out twice; a replica that answers soon need not announce that it has begun. */
  isRead?: boolean;
}

interface Nothing {
  readonly asks: readonly never[];
  readonly tells: readonly never[];
}

/** The connection to the other services; it carries what the manifest `M` declares. */
export interface Bus<M extends Messages = Nothing> extends Closable {
  /** Asks the owner of the operation; its errors are thrown here as the same service errors. */
  ask<O extends M['asks'][number]>(
    operation: O,
    input: z.input<O['input']>,
    caller: Caller,
    options?: AskOptions,
  ): Promise<OutputOf<O>>;
  /** Resolves once the broker has stored the message. @throws Unavailable if that is uncertain; InvalidInput if it never can be stored */
  publish(message: OutgoingMessage): Promise<void>;
  /** Wakes a worker; never throws, never waits, and may be lost. */
  wake<D extends M['tells'][number]>(definition: D, data: z.input<D['data']>): void;
  ready(): boolean;
}

/** The bus of one service, which also knows what this service refuses to publish. */
export interface OwnBus<M extends Messages> extends Bus<M> {
  /** Stores a message that can never be published as a dead letter of its service's outbox. @throws Unavailable */
  bury(message: OutgoingMessage, reason: string): Promise<void>;
}

/** A message that a consumer abandoned; `original` is its unchanged payload. */
export interface DeadLetter {
  id: string;
  consumer: string;
  subject: string;
  reason: string;
  attempts: number;
  at: Date;
  original: string;
}

/** A message that its own service refuses to publish. */
export interface RefusedMessage {
  service: string;
  message: OutgoingMessage;
  reason: string;
}

/** The prefix of consumers for messages that services refuse to publish, followed by the name of the service. */
export const OUTBOX = 'outbox.';

/** Stored messages to visit. */
export interface WalkedMessages {
  filter: Filter;
  /** Older messages are skipped. */
  since?: Date | undefined;
}

/** A stream of the broker. A stream that was created again has another creation time. */
export interface StreamState {
  name: string;
  createdAt: Date;
  lastSequence: number;
}

/** The interface behind the functions that accept a `Bus`. */
export interface Driver {
  serve(host: Host, answers: readonly Answer[]): Promise<Closable>;
  consume(host: Host, handlers: Readonly<Record<string, Handler>>): Promise<Closable>;
  bury(refused: RefusedMessage): Promise<void>;
  listDeadLetters(limit: number): Promise<DeadLetter[]>;
  redriveDeadLetters(consumer: string): Promise<number>;
  erase(of: ErasedConsumer, isErased: IsErased): Promise<string[]>;
  streams(names: readonly string[]): Promise<StreamState[]>;
  readMark(service: string): Promise<string | undefined>;
  writeMark(service: string, text: string): Promise<void>;
  walk(messages: WalkedMessages, visit: (message: StoredMessage) => void): Promise<void>;
}

/** A bus without a manifest, which carries everything. */
export type Transport = Bus<Messages>;

/** The answers that a manifest declares. */
export type AnswersOf<M extends BusManifest> = readonly Answer<M['answers'][number]>[];

/** A handler for each consumer that a manifest declares. */
export type HandlersOf<M extends BusManifest> = {
  readonly [K in keyof M['handles']]: Handler<FilterOf<M['handles'][K]> & string>;
};

const drivers = new WeakMap<Pick<Bus, 'ready'>, Driver>();

/** Registers a bus for `serveAnswers`, `consume` and the dead letter functions. */
export function withDriver<B extends Pick<Bus, 'ready'>>(bus: B, driver: Driver): B {
  drivers.set(bus, driver);
  return bus;
}

/** Answers the operations of a service, with one queue group for each service. */
export const serveAnswers = (
  bus: Pick<Bus, 'ready'>,
  host: Host,
  answers: readonly Answer[],
): Promise<Closable> => driverOf(bus).serve(host, answers);

/** Handles messages with a durable consumer for each handler, named `<service>-<key>`. */
export const consume = (
  bus: Pick<Bus, 'ready'>,
  host: Host,
  handlers: Readonly<Record<string, Handler>>,
): Promise<Closable> => driverOf(bus).consume(host, handlers);

/** The oldest dead letters of all consumers. */
export const listDeadLetters = (bus: Pick<Bus, 'ready'>, limit: number): Promise<DeadLetter[]> =>
  driverOf(bus).listDeadLetters(limit);

/** Returns the dead letters of one consumer to this consumer, or publishes those of an outbox; resolves to their number. */
export const redriveDeadLetters = (bus: Pick<Bus, 'ready'>, consumer: string): Promise<number> =>
  driverOf(bus).redriveDeadLetters(consumer);

/**
 * Erases messages of one consumer from its stream, its dead letters and the redrive stream. Returns their sequences there, which are not
 * used again.
 */
export const eraseMessages = (
  bus: Pick<Bus, 'ready'>,
  of: ErasedConsumer,
  isErased: IsErased,
): Promise<string[]> => driverOf(bus).erase(of, isErased);

/** A text that the broker stores for a service, as long as it has its disk. @throws Unavailable */
export const markOf = (bus: Pick<Bus, 'ready'>, service: string) => ({
  read: () => driverOf(bus).readMark(service),
  write: (text: string) => driverOf(bus).writeMark(service, text),
});

/** Visits stored messages that the manifest declares as read, in no particular order. */
export const walkMessages = (
  bus: Pick<Bus, 'ready'>,
  messages: WalkedMessages,
  visit: (message: StoredMessage) => void,
): Promise<void> => driverOf(bus).walk(messages, visit);

/** The streams with these names. @throws Unavailable */
export const streamStates = (bus: Pick<Bus, 'ready'>, names: readonly string[]): Promise<StreamState[]> =>
  driverOf(bus).streams(names);

export type AnswerFunction<O extends Operation> = (
  input: InputOf<O>,
  asker: Asker,
) => Promise<z.input<O['output']>>;

/** @throws Error for a bus of another origin */
export function driverOf(bus: Pick<Bus, 'ready'>): Driver {
  const driver = drivers.get(bus);
  if (!driver) throw new Error('this bus was made neither by connectBus nor by memoryBus');
  return driver;
}

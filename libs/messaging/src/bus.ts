import type { InputOf, MessageDefinition, Operation, OutputOf } from '@estate/contracts';
import type { Logger, Metrics } from '@estate/observability';
import type { z } from 'zod';
import type { Handler } from './handler.ts';
import type { OutgoingMessage } from './message.ts';

/** On whose behalf something is asked. */
export interface Caller {
  accountId: string;
  requestId: string;
}

export interface Closable {
  close(): Promise<void>;
}

/** What an ask says beside its input. It holds for this ask alone: a `Caller` that is passed on does not carry it. */
export interface Terms {
  /** Id for the resource that the ask creates: the same ask with the same id, made again, creates no second one. */
  reservedId?: string;
  /** ETags of which the resource must have one (`*`: any) for the ask to be carried out. */
  ifMatch?: string;
}

/** Who asks, and on which terms. */
export type Asker = Caller & Terms;

/** An operation and the function that answers it. */
export interface Answer {
  readonly operation: Operation;
  handle(input: unknown, asker: Asker): Promise<unknown>;
}

/** The service that answers and listens; `translate` turns errors of its drivers into service errors. */
export interface Host {
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly translate?: (error: unknown) => unknown;
}

export interface AskOptions extends Terms {
  /** Default: 5000. */
  timeoutMs?: number;
}

/** The way to the other services. */
export interface Bus extends Closable {
  /** Asks the one service that owns the answer; its refusals are thrown here as the same service errors. */
  ask<O extends Operation>(
    operation: O,
    input: z.input<O['input']>,
    caller: Caller,
    options?: AskOptions,
  ): Promise<OutputOf<O>>;
  /** Resolves once the broker has stored the message; throws Unavailable when that is not certain. */
  publish(message: OutgoingMessage): Promise<void>;
  /** Rings the bell of a worker; never throws, never waits, may be lost. */
  wake<D extends MessageDefinition>(definition: D, data: z.input<D['data']>): void;
  ready(): boolean;
}

/** A message that a consumer gave up on; `original` is its payload, untouched. */
export interface DeadLetter {
  /** Names it among the dead letters. */
  id: string;
  consumer: string;
  subject: string;
  reason: string;
  attempts: number;
  at: Date;
  original: string;
}

/** What a kind of bus does for the functions that are given a `Bus`. */
export interface Driver {
  serve(host: Host, answers: readonly Answer[]): Promise<Closable>;
  consume(host: Host, handlers: Readonly<Record<string, Handler>>): Promise<Closable>;
  listDeadLetters(limit: number): Promise<DeadLetter[]>;
  redriveDeadLetters(consumer: string): Promise<number>;
}

const drivers = new WeakMap<Bus, Driver>();

/** Makes a bus known to `serveAnswers`, `consume` and the dead letter functions. */
export function withDriver<B extends Bus>(bus: B, driver: Driver): B {
  drivers.set(bus, driver);
  return bus;
}

/** Answers the operations of a service, one queue group a service. */
export const serveAnswers = (bus: Bus, host: Host, answers: readonly Answer[]): Promise<Closable> =>
  driverOf(bus).serve(host, answers);

/** Handles messages with one durable consumer a handler, named `<service>-<key>`. */
export const consume = (
  bus: Bus,
  host: Host,
  handlers: Readonly<Record<string, Handler>>,
): Promise<Closable> => driverOf(bus).consume(host, handlers);

/** The oldest dead letters of all consumers. */
export const listDeadLetters = (bus: Bus, limit: number): Promise<DeadLetter[]> =>
  driverOf(bus).listDeadLetters(limit);

/** Hands the dead letters of one consumer back to just that consumer; tells how many. */
export const redriveDeadLetters = (bus: Bus, consumer: string): Promise<number> =>
  driverOf(bus).redriveDeadLetters(consumer);

export type AnswerFunction<O extends Operation> = (
  input: InputOf<O>,
  asker: Asker,
) => Promise<z.input<O['output']>>;

function driverOf(bus: Bus): Driver {
  const driver = drivers.get(bus);
  if (!driver) throw new Error('this bus was made neither by connectBus nor by memoryBus');
  return driver;
}

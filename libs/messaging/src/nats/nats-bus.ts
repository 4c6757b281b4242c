import { setTimeout as delay } from 'node:timers/promises';
import type { MessageDefinition, Operation, OutputOf } from '@estate/contracts';
import { InvalidInput, Unavailable, fromPlain } from '@estate/errors';
import type { PlainError } from '@estate/errors';
import { currentTrace, newRequestId, withSpan } from '@estate/observability';
import type { Logger, Metrics } from '@estate/observability';
import { ErrorCode, headers } from 'nats';
import type { Msg, MsgHdrs } from 'nats';
import type { z } from 'zod';
import { METRICS } from '../metrics.ts';
import { OK, operationName, ownerName, spanOfAsk } from '../answer.ts';
import { withDriver } from '../bus.ts';
import type { AskOptions, Caller, Transport } from '../bus.ts';
import { encodeWake } from '../incoming.ts';
import { encodeMessage, kept, spanOfMessage } from '../message.ts';
import type { OutgoingMessage } from '../message.ts';
import { askerOf } from '../asker.ts';
import { TIMING } from '../timing.ts';
import type { Timing } from '../timing.ts';
import { isErrorReply } from './ask-headers.ts';
import { Broker } from './broker.ts';
import { watchRefusals } from './connection.ts';
import { natsDriver } from './nats-driver.ts';
import { ReplicaAsks } from './replica-asks.ts';
import type { OneAsk } from './replica-asks.ts';
import { isCode } from './requests.ts';

export interface TransportConfig {
  url: string;
  service: string;
  log: Logger;
  metrics: Metrics;
  /** Ends the wait for a broker that is unavailable at the start. */
  signal?: AbortSignal;
  /** The number of copies of each created stream; 1 by default. */
  streamReplicas?: number;
  /** The maximum storage of all streams together on a server; 1 GB by default. */
  storeBytes?: number;
  timing?: Partial<Timing>;
  /** The clock for the deadlines of asks, which replicas must share; that of the machine by default. */
  clock?: () => Date;
}

/** Connects to the broker, waiting for it if necessary, and creates missing streams. */
export async function connectTransport(config: TransportConfig): Promise<Transport> {
  const timing = { ...TIMING, ...config.timing };
  const { clock = () => new Date() } = config;
  const broker = await Broker.connect(config);
  return withDriver(new NatsBus(broker, { ...config, clock }, timing), natsDriver(broker, timing, clock));
}

class NatsBus implements Transport {
  readonly #broker: Broker;
  readonly #log: Logger;
  readonly #timing: Timing;
  readonly #asks: ReplicaAsks;
  readonly #total: ReturnType<Metrics['counter']>;
  readonly #seconds: ReturnType<Metrics['histogram']>;

  constructor(
    broker: Broker,
    { log, metrics, clock }: TransportConfig & { clock: () => Date },
    timing: Timing,
  ) {
    this.#broker = broker;
    this.#log = log;
    this.#timing = timing;
    const moved = metrics.counter(METRICS.asks_moved_total);
    this.#asks = new ReplicaAsks({
      requests: broker.requests,
      timing,
      clock,
      onMoved: ({ subject }) => {
        moved.inc({ operation: operationName({ subject }) });
        log.warn({ subject }, 'ask.moved');
      },
      onSilent: (replicas) => log.warn({ replicas }, 'replicas.silent'),
      onNamesRefused: (owner) => log.warn({ owner }, 'replicas.names-refused'),
    });
    void watchRefusals(broker.connection, (subject) => this.#asks.refused(subject));
    this.#total = metrics.counter(METRICS.asks_total);
    this.#seconds = metrics.histogram(METRICS.ask_duration_seconds);
  }

  ask<O extends Operation>(
    operation: O,
    input: z.input<O['input']>,
    caller: Caller,
    options: AskOptions = {},
  ): Promise<OutputOf<O>> {
    return withSpan(spanOfAsk(operation, 'client'), () => this.#ask(operation, input, caller, options));
  }

  async #ask<O extends Operation>(
    operation: O,
    input: z.input<O['input']>,
    caller: Caller,
    options: AskOptions,
  ): Promise<OutputOf<O>> {
    const startedMs = performance.now();
    const name = operationName(operation);
    let outcome = 'service-unavailable';
    try {
      const timeoutMs = options.timeoutMs ?? this.#timing.askTimeoutMs;
      const asker = askerOf(caller, options);
      const { isRead = false } = options;
      const body = JSON.stringify(input);
      const reply = await this.#request(operation, { body, asker, isRead, timeoutMs });
      const answer: unknown = reply.json();
      if (!isErrorReply(reply)) {
        outcome = OK;
        return answer as OutputOf<O>;
      }
      const plain = answer as PlainError;
      outcome = plain.code;
      throw fromPlain(plain);
    } finally {
      this.#total.inc({ operation: name, outcome });
      this.#seconds.observe({ operation: name }, (performance.now() - startedMs) / 1000);
    }
  }

  publish(message: OutgoingMessage): Promise<void> {
    return withSpan({ ...spanOfMessage(message, 'send'), of: message }, ({ traceparent }) =>
      this.#publish(traceparent === undefined ? message : { ...message, traceparent }),
    );
  }

  async #publish(message: OutgoingMessage): Promise<void> {
    const data = encodeMessage(message);
    if (!this.#broker.connected) throw brokerUnavailable();
    try {
      const reply = await this.#broker.requests.send({
        subject: message.subject,
        data,
        headers: messageHeaders(message.id),
        timeoutMs: this.#timing.publishTimeoutMs,
      });
      checkStored(reply);
    } catch (error) {
      if (isCode(error, ErrorCode.MaxPayloadExceeded)) throw tooLarge(error);
      if (isCode(error, ErrorCode.NoResponders)) this.#broker.streamsLost();
      throw brokerUnavailable(error);
    }
  }

  wake<D extends MessageDefinition>(definition: D, data: z.input<D['data']>): void {
    if (!this.#broker.connected) return;
    const trace = currentTrace() ?? { requestId: newRequestId() };
    try {
      const body = encodeWake(kept(definition.data, data, definition.subject), trace);
      this.#broker.outbound.send({
        subject: definition.subject,
        data: body,
        onRefused: (error) => this.#wakeLost(definition, error),
      });
    } catch (error) {
      this.#wakeLost(definition, error);
    }
  }

  #wakeLost({ subject }: MessageDefinition, error: unknown): void {
    this.#log.warn({ err: error, subject }, 'wake.lost');
  }

  ready(): boolean {
    return this.#broker.ready;
  }

  close(): Promise<void> {
    return this.#broker.close();
  }

  async #request(operation: Operation, ask: Omit<OneAsk, 'subject' | 'owner'>): Promise<Msg> {
    const { subject } = operation;
    const owner = ownerName(operation);
    for (let attempt = 0; ; attempt += 1) {
      try {
        if (this.#broker.connected) return await this.#asks.send({ ...ask, subject, owner });
      } catch (error) {
        if (isCode(error, ErrorCode.MaxPayloadExceeded)) {
          throw new InvalidInput('The input is too large.', { code: 'input-too-large', cause: error });
        }
        // Only an ask that nobody received is retried: any other may have had its effect.
        if (!isCode(error, ErrorCode.NoResponders))
          throw unavailable(`${owner} did not answer in time.`, error);
      }
      const waitMs = this.#timing.noResponderDelaysMs[attempt];
      if (waitMs === undefined) throw unavailable(`${owner} is unavailable. Try again in a few seconds.`);
      await delay(waitMs);
    }
  }
}

const unavailable = (words: string, cause?: unknown) =>
  new Unavailable(words, { code: 'service-unavailable', cause });

/** The error for a message that no later attempt can publish. */
const tooLarge = (cause: unknown) =>
  new InvalidInput('The message is larger than the broker accepts.', { code: 'input-too-large', cause });

const brokerUnavailable = (cause?: unknown) =>
  new Unavailable('The message broker is unavailable. Retry later.', { code: 'broker-unavailable', cause });

/** The response of a stream to a message. */
interface Acknowledgement {
  stream?: string;
  error?: { description?: string };
}

/** The broker's header for de-duplication. */
const MESSAGE_ID = 'Nats-Msg-Id';

function messageHeaders(id: string): MsgHdrs {
  const made = headers();
  made.set(MESSAGE_ID, id);
  return made;
}

/** @throws Error if the reply does not confirm that a stream has stored the message */
function checkStored(reply: Msg): void {
  const { stream, error } = reply.json<Acknowledgement>();
  if (error || !stream) throw new Error(error?.description ?? 'the reply names no stream');
}

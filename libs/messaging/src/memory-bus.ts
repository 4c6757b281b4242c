import type { MessageDefinition, Messages, Operation, OutputOf, BusManifest } from '@estate/contracts';
import { Unavailable, fromPlain } from '@estate/errors';
import type { PlainError } from '@estate/errors';
import { createLogger, currentTrace, newRequestId } from '@estate/observability';
import type { z } from 'zod';
import { OK, answer, ownerName, replyTo } from './answer.ts';
import { withDriver } from './bus.ts';
import type { Answer, AnswerFunction, AskOptions, Caller, Host, OwnBus, Transport } from './bus.ts';
import { declaredBus } from './declared-bus.ts';
import { askerOf } from './asker.ts';
import { encodeWake } from './incoming.ts';
import { MemoryStreams } from './memory-streams.ts';
import { encodeMessage, kept } from './message.ts';
import type { OutgoingMessage } from './message.ts';

export interface Wake {
  subject: string;
  data: unknown;
}

interface MemoryTools {
  /** Every message once, even if it was published again. */
  readonly published: OutgoingMessage[];
  readonly wakes: Wake[];
  /** Answers in place of another service. */
  answer<O extends Operation>(operation: O, handle: AnswerFunction<O>): void;
  /** Resolves when no delivery is in progress. */
  idle(): Promise<void>;
}

/** A bus within the process, for unit tests: the same contracts, errors and outcomes, without delays between attempts. */
export type MemoryBus<M extends Messages = Messages> = OwnBus<M> &
  MemoryTools & {
    /** The same bus for other services. */
    readonly others: Transport;
  };

type Served = Pick<Host, 'log' | 'translate'> & { answer: Answer };

export function memoryBus<M extends BusManifest>(manifest: M): MemoryBus<M> {
  const transport = memoryTransport();
  const { published, wakes } = transport;
  return Object.assign(declaredBus(transport, manifest), {
    ...{ published, wakes, others: transport },
    answer: transport.answer.bind(transport),
    idle: transport.idle.bind(transport),
  });
}

/** A memory bus without a manifest. */
export function memoryTransport(): Transport & MemoryTools {
  const served = new Map<string, Served>();
  const streams = new MemoryStreams();
  const marks = new Map<string, string>();
  return withDriver(new InMemoryBus(served, streams), {
    serve: (host, answers) => {
      for (const to of answers) served.set(to.operation.subject, { ...host, answer: to });
      const close = () => {
        for (const { operation } of answers) served.delete(operation.subject);
        return Promise.resolve();
      };
      return Promise.resolve({ close });
    },
    consume: (host, handlers) => Promise.resolve(streams.consume(host, handlers)),
    bury: (refused) => {
      streams.bury(refused);
      return Promise.resolve();
    },
    listDeadLetters: (limit) => Promise.resolve(streams.deadLetters.slice(0, limit)),
    redriveDeadLetters: (consumer) => Promise.resolve(streams.redrive(consumer)),
    erase: (of, isErased) => Promise.resolve(streams.erase(of, isErased)),
    readMark: (service) => Promise.resolve(marks.get(service)),
    writeMark: (service, text) => {
      marks.set(service, text);
      return Promise.resolve();
    },
    walk: (messages, visit) => {
      streams.walk(messages, visit);
      return Promise.resolve();
    },
    streams: (names) => Promise.resolve(names.map((name) => streams.state(name))),
  });
}

const silent = createLogger({ service: 'memory', level: 'silent' });

class InMemoryBus implements Transport, MemoryTools {
  readonly published: OutgoingMessage[] = [];
  readonly wakes: Wake[] = [];
  readonly #served: Map<string, Served>;
  readonly #streams: MemoryStreams;
  #wakeCount = 0;

  constructor(served: Map<string, Served>, streams: MemoryStreams) {
    this.#served = served;
    this.#streams = streams;
  }

  answer<O extends Operation>(operation: O, handle: AnswerFunction<O>): void {
    this.#served.set(operation.subject, { log: silent, answer: answer(operation, handle) });
  }

  async ask<O extends Operation>(
    operation: O,
    input: z.input<O['input']>,
    caller: Caller,
    options: AskOptions = {},
  ): Promise<OutputOf<O>> {
    const to = this.#served.get(operation.subject);
    if (!to) {
      const code = 'service-unavailable';
      throw new Unavailable(`${ownerName(operation)} is unavailable. Try again in a few seconds.`, { code });
    }
    const asker = askerOf(caller, options);
    const { traceparent, actor } = currentTrace() ?? {};
    const ask = { body: JSON.stringify(input), asker, traceparent, actor };
    const { body, outcome } = await replyTo(to, to.answer, ask);
    if (outcome !== OK) throw fromPlain(JSON.parse(body) as PlainError);
    return JSON.parse(body) as OutputOf<O>;
  }

  publish(message: OutgoingMessage): Promise<void> {
    if (!this.published.some((known) => known.id === message.id)) {
      this.published.push(message);
      const { id: key, subject, at } = message;
      this.#streams.add({ key, subject, at, body: encodeMessage(message) });
    }
    return Promise.resolve();
  }

  wake<D extends MessageDefinition>(definition: D, data: z.input<D['data']>): void {
    const { subject } = definition;
    const trace = currentTrace() ?? { requestId: newRequestId() };
    this.wakes.push({ subject, data });
    this.#wakeCount += 1;
    const body = encodeWake(kept(definition.data, data, subject), trace);
    this.#streams.add({ key: `wake-${this.#wakeCount}`, subject, at: new Date(), body });
  }

  ready(): boolean {
    return true;
  }

  idle(): Promise<void> {
    return this.#streams.idle();
  }

  close(): Promise<void> {
    return this.#streams.idle();
  }
}

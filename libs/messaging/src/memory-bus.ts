import type { MessageDefinition, Operation, OutputOf } from '@estate/contracts';
import { Unavailable, fromPlain } from '@estate/errors';
import type { PlainError } from '@estate/errors';
import { createLogger, currentTrace, newRequestId } from '@estate/observability';
import type { z } from 'zod';
import { OK, answer, ownerName, replyTo } from './answer.ts';
import { withDriver } from './bus.ts';
import type { Answer, AnswerFunction, AskOptions, Bus, Caller, Host } from './bus.ts';
import { askerOf } from './terms.ts';
import { encodeWake } from './incoming.ts';
import { MemoryStreams } from './memory-streams.ts';
import { encodeMessage, kept } from './message.ts';
import type { OutgoingMessage } from './message.ts';

export interface Wake {
  subject: string;
  data: unknown;
}

/** A bus within the process, for unit tests: same contracts, errors and outcomes, no waiting between attempts. */
export interface MemoryBus extends Bus {
  /** Every message once, also when it was published again. */
  readonly published: OutgoingMessage[];
  readonly wakes: Wake[];
  answer<O extends Operation>(operation: O, handle: AnswerFunction<O>): void;
  /** Resolves when no delivery is on its way. */
  idle(): Promise<void>;
}

type Served = Pick<Host, 'log' | 'translate'> & { answer: Answer };

export function memoryBus(): MemoryBus {
  const served = new Map<string, Served>();
  const streams = new MemoryStreams();
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
    listDeadLetters: (limit) => Promise.resolve(streams.deadLetters.slice(0, limit)),
    redriveDeadLetters: (consumer) => Promise.resolve(streams.redrive(consumer)),
  });
}

const silent = createLogger({ service: 'memory', level: 'silent' });

class InMemoryBus implements MemoryBus {
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
    ...[input, caller, options = {}]: [z.input<O['input']>, Caller, AskOptions?]
  ): Promise<OutputOf<O>> {
    const to = this.#served.get(operation.subject);
    if (!to) {
      const code = 'service-unavailable';
      throw new Unavailable(`${ownerName(operation)} is unavailable. Try again in a moment.`, { code });
    }
    const traceparent = currentTrace()?.traceparent;
    const asker = askerOf(caller, options);
    const ask = { body: JSON.stringify(input), asker, ...(traceparent !== undefined && { traceparent }) };
    const { body, outcome } = await replyTo(to, to.answer, ask);
    if (outcome !== OK) throw fromPlain(JSON.parse(body) as PlainError);
    return JSON.parse(body) as OutputOf<O>;
  }

  publish(message: OutgoingMessage): Promise<void> {
    const { id, subject, at } = message;
    if (!this.published.some((known) => known.id === id)) {
      this.published.push(message);
      this.#streams.add({ key: id, subject, at, body: encodeMessage(message) });
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

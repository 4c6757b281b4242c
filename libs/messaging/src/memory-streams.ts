import { setImmediate as nextTurn } from 'node:timers/promises';
import { OUTBOX } from './bus.ts';
import type { Closable, DeadLetter, Host, RefusedMessage, StreamState, WalkedMessages } from './bus.ts';
import { storedMessage } from './erase.ts';
import type { ErasedConsumer, IsErased, StoredMessage } from './erase.ts';
import type { Handler } from './handler.ts';
import type { Delivery } from './incoming.ts';
import { MessageRunner } from './message-runner.ts';
import { encodeRefused } from './message.ts';
import { isStored } from './stored-subjects.ts';

type Stored = Omit<Delivery, 'attempt'>;

interface Consumer {
  name: string;
  handler: Handler;
  runner: MessageRunner;
  stop: AbortController;
}

const NO_DELAYS_MS = [0, 0, 0, 0];

/** The streams, durable consumers and dead letters of a bus within the process. */
export class MemoryStreams {
  readonly deadLetters: DeadLetter[] = [];
  #buried = 0;
  #stored: Stored[] = [];
  #count = 0;
  readonly #createdAt = new Date();
  readonly #consumers = new Map<string, Consumer>();
  /** The ids of handled messages of each durable consumer, also after its service has left. */
  readonly #done = new Map<string, Set<string>>();
  readonly #running = new Set<Promise<void>>();

  add(stored: Stored): void {
    this.#stored.push(stored);
    this.#count += 1;
    for (const consumer of this.#consumers.values()) {
      if (matches(consumer.handler.filter, stored.subject)) this.#deliver(consumer, stored);
    }
  }

  consume(host: Host, handlers: Readonly<Record<string, Handler>>): Closable {
    const stop = new AbortController();
    const consumers = Object.entries(handlers).map(([key, handler]): Consumer => {
      const name = `${host.name}-${key}`;
      const runner = new MessageRunner({ host, consumer: name, handler, delaysMs: NO_DELAYS_MS });
      return { name, handler, runner, stop };
    });
    for (const consumer of consumers) this.#join(consumer);
    return {
      close: async () => {
        for (const { name } of consumers) this.#consumers.delete(name);
        stop.abort();
        await this.idle();
      },
    };
  }

  bury({ service, message, reason }: RefusedMessage): void {
    const { subject } = message;
    const original = encodeRefused(message);
    this.#keep({ consumer: `${OUTBOX}${service}`, attempts: 1, subject, reason, original });
  }

  redrive(name: string): number {
    const isRefused = name.startsWith(OUTBOX);
    const letters = this.deadLetters.filter(
      ({ consumer, subject }) => consumer === name && (!isRefused || isStored(subject)),
    );
    for (const letter of letters) {
      this.deadLetters.splice(this.deadLetters.indexOf(letter), 1);
      const consumer = this.#consumers.get(name);
      const { subject, original: body, at } = letter;
      const stored = { key: `redrive-${subject}-${at.getTime()}-${Math.random()}`, subject, body, at };
      if (isRefused) this.add(stored);
      else if (consumer) this.#deliver(consumer, stored);
    }
    return letters.length;
  }

  state(name: string): StreamState {
    return { name, createdAt: this.#createdAt, lastSequence: this.#count };
  }

  walk({ filter, since = new Date(0) }: WalkedMessages, visit: (message: StoredMessage) => void): void {
    for (const { subject, body, at } of this.#stored) {
      const message = matches(filter, subject) && at >= since ? storedMessage(subject, body) : undefined;
      if (message) visit(message);
    }
  }

  erase({ consumer: name, filter, since = new Date(0) }: ErasedConsumer, isErased: IsErased): string[] {
    const isMeant = (subject: string, body: string) => {
      const stored = storedMessage(subject, body);
      return stored !== undefined && isErased(stored);
    };
    const isGone = (subject: string, body: string) => matches(filter, subject) && isMeant(subject, body);
    const gone = this.#stored.filter(({ subject, body, at }) => at >= since && isGone(subject, body));
    this.#stored = this.#stored.filter((stored) => !gone.includes(stored));
    const letters = this.deadLetters.filter(
      ({ consumer, subject, original }) =>
        (consumer === name && isGone(subject, original)) ||
        (consumer.startsWith(OUTBOX) && isMeant(subject, original)),
    );
    for (const letter of letters) this.deadLetters.splice(this.deadLetters.indexOf(letter), 1);
    return [...gone.map(({ key }) => key), ...letters.map(({ id }) => `dead-${id}`)];
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #join(consumer: Consumer): void {
    this.#consumers.set(consumer.name, consumer);
    const done = this.#done.get(consumer.name);
    for (const stored of this.#stored) {
      const wanted = matches(consumer.handler.filter, stored.subject) && !done?.has(stored.key);
      if (wanted) this.#deliver(consumer, stored);
    }
  }

  #deliver(consumer: Consumer, stored: Stored): void {
    const task = this.#run(consumer, stored).finally(() => this.#running.delete(task));
    this.#running.add(task);
  }

  async #run({ name, runner, stop }: Consumer, stored: Stored): Promise<void> {
    for (let attempt = 1; !stop.signal.aborted; attempt += 1) {
      await nextTurn();
      const outcome = await runner.run({ ...stored, attempt }, stop.signal);
      if (outcome.kind === 'handled' || outcome.kind === 'dead') this.#finish(name, stored.key);
      if (outcome.kind === 'handled') return;
      if (outcome.kind !== 'dead') continue;
      const { subject, body: original } = stored;
      this.#keep({ consumer: name, attempts: attempt, subject, reason: outcome.reason, original });
      return;
    }
  }

  #keep(letter: Omit<DeadLetter, 'id' | 'at'>): void {
    this.#buried += 1;
    this.deadLetters.push({ ...letter, id: String(this.#buried), at: new Date() });
  }

  #finish(name: string, key: string): void {
    const done = this.#done.get(name) ?? new Set();
    this.#done.set(name, done.add(key));
  }
}

function matches(filter: string, subject: string): boolean {
  return filter.endsWith('>') ? subject.startsWith(filter.slice(0, -1)) : filter === subject;
}

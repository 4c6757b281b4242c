import { setTimeout as delay } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, nanos } from 'nats';
import type { Closable, Host } from '../bus.ts';
import type { Delivery } from '../incoming.ts';
import type { MessageRunner } from '../message-runner.ts';
import type { Outcome } from '../outcome.ts';
import type { Timing } from '../timing.ts';
import type { Broker } from './broker.ts';
import { buryMessage, subjectOf } from './nats-dead-letters.ts';
import type { PulledMessage } from './pulled-message.ts';
import { Puller } from './puller.ts';
import { firstStored } from './stored-message.ts';

const ABORT_GRACE_MS = 1_000;
const ACK_PENDING_MAX = 1_000;

export interface NatsConsumerOptions {
  broker: Broker;
  host: Host;
  timing: Timing;
  runner: MessageRunner;
  stream: string;
  filter: string;
  /** The name of the durable consumer. */
  durable: string;
  /** Refused messages become dead letters of this consumer. */
  consumer: string;
  concurrency: number;
}

/** A durable consumer with its messages in progress; it is set up again whenever it was lost. */
export class NatsConsumer implements Closable {
  readonly #options: NatsConsumerOptions;
  readonly #held = new Map<PulledMessage, Promise<void>>();
  readonly #aborted = new AbortController();
  readonly #lifeSigns: NodeJS.Timeout;
  readonly #forget: () => void;
  #puller: Puller | undefined;
  #closing = false;
  #stale = false;
  #starting: Promise<void> | undefined;

  private constructor(options: NatsConsumerOptions) {
    this.#options = options;
    this.#lifeSigns = setInterval(() => this.#showLife(), options.timing.ackWaitMs / 3);
    this.#lifeSigns.unref();
    this.#forget = options.broker.onRestored(() => void this.#start());
  }

  static async start(options: NatsConsumerOptions): Promise<NatsConsumer> {
    const consumer = new NatsConsumer(options);
    await consumer.#start();
    return consumer;
  }

  /** The time of the oldest stored message that is not handled; undefined if there is none. */
  async oldestUnhandledAt(): Promise<Date | undefined> {
    const { broker, stream, durable, filter } = this.#options;
    const info = await broker.manager.consumers.info(stream, durable);
    if (info.num_pending === 0 && info.num_ack_pending === 0) return undefined;
    const from = info.ack_floor.stream_seq + 1;
    return (await firstStored(broker.manager, { stream, from, filter }))?.time;
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#forget();
    if (this.#options.broker.connected) {
      await Promise.race([this.#puller?.drain(), delay(ABORT_GRACE_MS, undefined, { ref: false })]);
    } else {
      this.#puller?.abandon();
    }
    await this.#allHandled(this.#options.timing.graceMs);
    this.#aborted.abort();
    await this.#allHandled(ABORT_GRACE_MS);
    for (const message of this.#held.keys()) message.nak();
    clearInterval(this.#lifeSigns);
  }

  /** Creates the consumer if necessary and pulls from it; a call during a run makes it check again. */
  #start(): Promise<void> {
    this.#stale = true;
    this.#starting ??= this.#restart().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #restart(): Promise<void> {
    const { broker, durable } = this.#options;
    while (this.#stale && !this.#closing) {
      this.#stale = false;
      this.#puller?.abandon();
      this.#puller = undefined;
      await broker.untilDone(`consumer.${durable}`, () => this.#ensure());
    }
    if (this.#closing || !broker.connected) return;
    this.#puller = this.#newPuller();
    this.#puller.pull();
  }

  async #ensure(): Promise<void> {
    const { broker, stream, durable, filter, timing } = this.#options;
    if (this.#closing) return;
    try {
      await broker.manager.consumers.add(stream, {
        durable_name: durable,
        filter_subject: filter,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
        ack_wait: nanos(timing.ackWaitMs),
        max_ack_pending: ACK_PENDING_MAX,
      });
    } catch (error) {
      if (error instanceof Error && error.message === 'stream not found') broker.streamsLost();
      throw error;
    }
  }

  #newPuller(): Puller {
    const { broker, stream, durable, concurrency, timing, host } = this.#options;
    const puller: Puller = new Puller({
      connection: broker.connection,
      outbound: broker.outbound,
      inbox: broker.newInbox(),
      stream,
      consumer: durable,
      heartbeatMs: timing.heartbeatMs,
      free: () => concurrency - this.#held.size,
      onMessage: (message) => this.#take(message),
      onBroken: (reason) => {
        if (puller !== this.#puller || this.#closing) return;
        host.log.warn({ consumer: durable, reason }, 'consumer.broken');
        void this.#start();
      },
    });
    return puller;
  }

  #take(message: PulledMessage): void {
    if (this.#closing) {
      message.nak();
      return;
    }
    const task = this.#handle(message).finally(() => {
      this.#held.delete(message);
      if (!this.#closing) this.#puller?.pull();
    });
    this.#held.set(message, task);
  }

  async #handle(message: PulledMessage): Promise<void> {
    const { runner, host, consumer } = this.#options;
    const delivery = deliveryOf(message);
    try {
      const outcome = await runner.run(delivery, this.#aborted.signal);
      await this.#settle(message, outcome);
    } catch (error) {
      host.log.error({ err: error, consumer, subject: delivery.subject }, 'message.unsettled');
    }
  }

  async #settle(message: PulledMessage, outcome: Outcome): Promise<void> {
    const { timing } = this.#options;
    switch (outcome.kind) {
      case 'handled':
        message.ack();
        return;
      case 'retried':
        message.nak(outcome.delayMs);
        return;
      case 'handed-back':
        message.nak(this.#closing ? 0 : timing.retryDelaysMs[0]);
        return;
      case 'dead':
        await this.#bury(message, outcome.reason);
    }
  }

  async #bury(message: PulledMessage, reason: string): Promise<void> {
    const { broker, host, consumer, timing } = this.#options;
    try {
      await buryMessage(broker, message, { consumer, reason });
      message.ack();
    } catch (error) {
      host.log.warn({ err: error, consumer }, 'dead-letter.retry');
      message.nak(timing.retryDelaysMs.at(-1));
    }
  }

  #showLife(): void {
    for (const message of this.#held.keys()) message.working();
  }

  #allHandled(withinMs: number): Promise<unknown> {
    return Promise.race([Promise.all(this.#held.values()), delay(withinMs, undefined, { ref: false })]);
  }
}

function deliveryOf(message: PulledMessage): Delivery {
  const { stream, streamSequence, deliveries, storedAtNs } = message.info;
  return {
    subject: subjectOf(message),
    body: message.text(),
    attempt: deliveries,
    // The sequence starts again when a stream was lost, the time does not.
    key: `${stream}-${streamSequence}-${storedAtNs}`,
    at: new Date(Number(storedAtNs) / 1e6),
  };
}

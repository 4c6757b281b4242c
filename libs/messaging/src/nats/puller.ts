import { nanos } from 'nats';
import type { Msg, MsgHdrs, NatsConnection, Subscription } from 'nats';
import type { Outbound } from './outbound.ts';
import { PulledMessage } from './pulled-message.ts';

const EXPIRES_MS = 30_000;
const PENDING_HEADER = 'Nats-Pending-Messages';

export interface PullerOptions {
  connection: NatsConnection;
  outbound: Outbound;
  /** An exclusive address for replies. */
  inbox: string;
  stream: string;
  consumer: string;
  heartbeatMs: number;
  /** The number of further messages that may be handled now. */
  free: () => number;
  onMessage: (message: PulledMessage) => void;
  /** Called if the consumer was lost or is silent: it must be set up again. */
  onBroken: (reason: string) => void;
}

/**
 * Pulls as many messages from a durable consumer as can be handled, so that none waits in a buffer while its acknowledgement is due. A
 * broker without a heartbeat for two intervals is reported as broken.
 */
export class Puller {
  readonly #options: PullerOptions;
  readonly #subject: string;
  readonly #watchdog: NodeJS.Timeout;
  readonly #subscription: Subscription;
  readonly #inbox: string;
  #asked = 0;
  #lastSignAtMs = performance.now();

  constructor(options: PullerOptions) {
    this.#options = options;
    this.#subject = `$JS.API.CONSUMER.MSG.NEXT.${options.stream}.${options.consumer}`;
    this.#inbox = options.inbox;
    this.#subscription = options.connection.subscribe(this.#inbox, {
      callback: (error, message) => {
        if (!error) this.#receive(message);
      },
    });
    this.#watchdog = setInterval(() => this.#watch(), options.heartbeatMs);
    this.#watchdog.unref();
  }

  /** Requests more when at least half of the free places are unrequested, so that a burst costs few requests. */
  pull(): void {
    if (this.#subscription.isClosed()) return;
    const batch = this.#options.free() - this.#asked;
    if (batch < 1 || (this.#asked > 0 && batch < this.#asked)) return;
    if (this.#asked === 0) this.#lastSignAtMs = performance.now();
    this.#asked += batch;
    const request = { batch, expires: nanos(EXPIRES_MS), idle_heartbeat: nanos(this.#options.heartbeatMs) };
    const options = { reply: this.#inbox };
    this.#options.outbound.send({ subject: this.#subject, data: JSON.stringify(request), options });
  }

  /** Stops at once. Messages in transit are delivered again after the acknowledgement wait. */
  abandon(): void {
    clearInterval(this.#watchdog);
    this.#subscription.unsubscribe();
  }

  /** Stops, after everything in transit was handled. */
  async drain(): Promise<void> {
    clearInterval(this.#watchdog);
    await this.#subscription.drain();
  }

  #receive(message: Msg): void {
    this.#lastSignAtMs = performance.now();
    if (message.subject !== this.#inbox) {
      this.#asked = Math.max(0, this.#asked - 1);
      this.#options.onMessage(new PulledMessage(message, this.#options.outbound));
      return;
    }
    this.#readStatus(message.headers);
  }

  #readStatus(headers: MsgHdrs | undefined): void {
    const code = headers?.code ?? 0;
    if (code === 100) return; // a heartbeat
    if (code !== 404 && code !== 408) {
      this.#options.onBroken(`${code} ${headers?.description ?? ''}`);
      return;
    }
    const unserved = Number(headers?.get(PENDING_HEADER) || this.#asked);
    this.#asked = Math.max(0, this.#asked - unserved);
    this.pull();
  }

  #watch(): void {
    if (this.#asked === 0) {
      this.pull();
      return;
    }
    const silentMs = performance.now() - this.#lastSignAtMs;
    if (silentMs > 2 * this.#options.heartbeatMs)
      this.#options.onBroken(`silent for ${Math.round(silentMs)} ms`);
  }
}

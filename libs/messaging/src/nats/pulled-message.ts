import { nanos } from 'nats';
import type { Msg, MsgHdrs } from 'nats';
import type { Outbound } from './outbound.ts';

/** The facts about a delivery, which the broker writes into the reply subject. */
export interface DeliveryInfo {
  stream: string;
  streamSequence: number;
  /** 1 for the first delivery. */
  deliveries: number;
  storedAtNs: string;
}

/** A message in progress, which must be settled with `ack` or `nak`. */
export class PulledMessage {
  readonly info: DeliveryInfo;
  readonly #message: Msg;
  readonly #outbound: Outbound;

  constructor(message: Msg, outbound: Outbound) {
    this.#message = message;
    this.#outbound = outbound;
    this.info = infoOf(message.reply ?? '');
  }

  get subject(): string {
    return this.#message.subject;
  }

  get headers(): MsgHdrs | undefined {
    return this.#message.headers;
  }

  get data(): Uint8Array {
    return this.#message.data;
  }

  text(): string {
    return this.#message.string();
  }

  ack(): void {
    this.#respond('+ACK');
  }

  /** Requests another delivery, at once or after a delay. */
  nak(delayMs = 0): void {
    this.#respond(delayMs > 0 ? `-NAK {"delay":${nanos(delayMs)}}` : '-NAK');
  }

  /** Shows that the message is still in progress: the acknowledgement wait starts again. */
  working(): void {
    this.#respond('+WPI');
  }

  #respond(data: string): void {
    const { reply } = this.#message;
    if (reply !== undefined) this.#outbound.send({ subject: reply, data });
  }
}

/**
 * Parses `$JS.ACK.<stream>.<consumer>.<deliveries>.<stream seq>.<consumer seq>.<time>.<pending>`; newer servers put domain and account
 * before the stream and a random token at the end.
 */
function infoOf(reply: string): DeliveryInfo {
  const tokens = reply.split('.');
  const [stream = '', , deliveries, streamSequence, , storedAtNs = '0'] = tokens.slice(
    tokens.length === 9 ? 2 : 4,
  );
  return { stream, streamSequence: Number(streamSequence), deliveries: Number(deliveries), storedAtNs };
}

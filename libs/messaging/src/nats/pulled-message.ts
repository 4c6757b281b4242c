import { nanos } from 'nats';
import type { Msg, MsgHdrs } from 'nats';

/** What the broker knows about a delivery; it writes this into the reply subject. */
export interface DeliveryInfo {
  stream: string;
  streamSequence: number;
  /** 1 for the first delivery. */
  deliveries: number;
  storedAtNs: string;
}

/** A message in hand, which must be settled with `ack` or `nak`. */
export class PulledMessage {
  readonly info: DeliveryInfo;
  readonly #message: Msg;

  constructor(message: Msg) {
    this.#message = message;
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
    this.#message.respond('+ACK');
  }

  /** Asks for another delivery, at once or after a delay. */
  nak(delayMs = 0): void {
    this.#message.respond(delayMs > 0 ? `-NAK {"delay":${nanos(delayMs)}}` : '-NAK');
  }

  /** Shows that the message is still in hand: the acknowledgement wait starts anew. */
  working(): void {
    this.#message.respond('+WPI');
  }
}

/**
 * `$JS.ACK.<stream>.<consumer>.<deliveries>.<stream seq>.<consumer seq>.<time>.<pending>`; newer servers put domain and
 * account before the stream and a random token at the end.
 */
function infoOf(reply: string): DeliveryInfo {
  const tokens = reply.split('.');
  const [stream = '', , deliveries, streamSequence, , storedAtNs = '0'] = tokens.slice(
    tokens.length === 9 ? 2 : 4,
  );
  return { stream, streamSequence: Number(streamSequence), deliveries: Number(deliveries), storedAtNs };
}

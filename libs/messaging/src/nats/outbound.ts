import type { NatsConnection, PublishOptions } from 'nats';

/** A message, reply or acknowledgement for the broker. */
export interface OutboundMessage {
  subject: string;
  data: string | Uint8Array;
  options?: PublishOptions;
  /** Called if the connection refuses it: the connection is closed, or the message is too large. */
  onRefused?: (error: unknown) => void;
}

/**
 * Sends everything of one turn of the event loop together: the driver then writes to its socket once, and not once for each message, reply
 * and acknowledgement.
 */
export class Outbound {
  readonly #connection: Pick<NatsConnection, 'publish'>;
  #waiting: OutboundMessage[] = [];

  constructor(connection: Pick<NatsConnection, 'publish'>) {
    this.#connection = connection;
  }

  send(message: OutboundMessage): void {
    if (this.#waiting.length === 0) setImmediate(() => this.flush());
    this.#waiting.push(message);
  }

  /** Sends what is waiting now. */
  flush(): void {
    const messages = this.#waiting;
    this.#waiting = [];
    for (const { subject, data, options, onRefused } of messages) {
      try {
        this.#connection.publish(subject, data, options);
      } catch (error) {
        onRefused?.(error);
      }
    }
  }
}

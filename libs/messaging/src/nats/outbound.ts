import type { NatsConnection, PublishOptions } from 'nats';

/** Something that leaves for the broker. */
export interface Parcel {
  subject: string;
  data: string | Uint8Array;
  options?: PublishOptions;
  /** Told when the connection does not take it: it is closed, or the parcel is too large. */
  onRefused?: (error: unknown) => void;
}

/**
 * Hands the connection in one go what is said within one turn of the event loop: the driver writes to its socket once for
 * it, and not once for each message, reply and acknowledgement.
 */
export class Outbound {
  readonly #connection: Pick<NatsConnection, 'publish'>;
  #waiting: Parcel[] = [];

  constructor(connection: Pick<NatsConnection, 'publish'>) {
    this.#connection = connection;
  }

  send(parcel: Parcel): void {
    if (this.#waiting.length === 0) setImmediate(() => this.flush());
    this.#waiting.push(parcel);
  }

  /** Hands over what is waiting now. */
  flush(): void {
    const parcels = this.#waiting;
    this.#waiting = [];
    for (const { subject, data, options, onRefused } of parcels) {
      try {
        this.#connection.publish(subject, data, options);
      } catch (error) {
        onRefused?.(error);
      }
    }
  }
}

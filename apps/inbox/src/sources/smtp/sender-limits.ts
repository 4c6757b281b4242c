import { networkOf } from '@estate/runtime/connections';

const MINUTE_MS = 60_000;
const MOST_SENDERS = 50_000;

/** One connection, with its unique id. */
export interface Connection {
  id: string;
  remoteAddress: string;
}

interface Sender {
  /** The ids of the accepted connections. */
  connections: Set<string>;
  mails: number;
  minute: number;
}

/** Counts the connections of one sender at a time and its emails per minute. */
export class SenderLimits {
  readonly #senders = new Map<string, Sender>();
  readonly #most: { connections: number; mailsPerMinute: number };
  readonly #clock: () => Date;

  constructor(most: { connections: number; mailsPerMinute: number }, clock: () => Date) {
    this.#most = most;
    this.#clock = clock;
  }

  /** False when the sender has too many connections already. */
  connect({ id, remoteAddress }: Connection): boolean {
    const { connections } = this.#at(remoteAddress);
    if (connections.size >= this.#most.connections) return false;
    connections.add(id);
    return true;
  }

  /** Ends a connection, also one that was refused. */
  disconnect({ id, remoteAddress }: Connection): void {
    this.#senders.get(networkOf(remoteAddress))?.connections.delete(id);
  }

  /** False when the sender has sent too many emails this minute. */
  mail(address: string): boolean {
    const sender = this.#at(address);
    sender.mails += 1;
    return sender.mails <= this.#most.mailsPerMinute;
  }

  #at(address: string): Sender {
    const minute = Math.floor(this.#clock().getTime() / MINUTE_MS);
    if (this.#senders.size > MOST_SENDERS) this.#forgetIdle(minute);
    const name = networkOf(address);
    const sender = this.#senders.get(name) ?? { connections: new Set(), mails: 0, minute };
    if (sender.minute !== minute) Object.assign(sender, { minute, mails: 0 });
    this.#senders.set(name, sender);
    return sender;
  }

  #forgetIdle(minute: number): void {
    for (const [name, sender] of this.#senders) {
      if (sender.connections.size === 0 && sender.minute !== minute) this.#senders.delete(name);
    }
  }
}

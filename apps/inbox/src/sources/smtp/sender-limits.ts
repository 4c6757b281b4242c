const MINUTE_MS = 60_000;
const MOST_ADDRESSES = 50_000;

/** One connection; its id is nobody else's. */
export interface Connection {
  id: string;
  remoteAddress: string;
}

interface Sender {
  /** The ids of those that were let in. */
  connections: Set<string>;
  mails: number;
  minute: number;
}

/** Counts what one address does: connections at a time, mails a minute. */
export class SenderLimits {
  readonly #senders = new Map<string, Sender>();
  readonly #most: { connections: number; mailsPerMinute: number };
  readonly #clock: () => Date;

  constructor(most: { connections: number; mailsPerMinute: number }, clock: () => Date) {
    this.#most = most;
    this.#clock = clock;
  }

  /** False when the address has too many connections already. */
  connect({ id, remoteAddress }: Connection): boolean {
    const { connections } = this.#at(remoteAddress);
    if (connections.size >= this.#most.connections) return false;
    connections.add(id);
    return true;
  }

  /** Ends a connection, also one that was refused. */
  disconnect({ id, remoteAddress }: Connection): void {
    this.#senders.get(remoteAddress)?.connections.delete(id);
  }

  /** False when the address has sent too many mails this minute. */
  mail(address: string): boolean {
    const sender = this.#at(address);
    sender.mails += 1;
    return sender.mails <= this.#most.mailsPerMinute;
  }

  #at(address: string): Sender {
    const minute = Math.floor(this.#clock().getTime() / MINUTE_MS);
    if (this.#senders.size > MOST_ADDRESSES) this.#forgetIdle(minute);
    const sender = this.#senders.get(address) ?? { connections: new Set<string>(), mails: 0, minute };
    if (sender.minute !== minute) {
      sender.minute = minute;
      sender.mails = 0;
    }
    this.#senders.set(address, sender);
    return sender;
  }

  #forgetIdle(minute: number): void {
    for (const [address, sender] of this.#senders) {
      if (sender.connections.size === 0 && sender.minute !== minute) this.#senders.delete(address);
    }
  }
}

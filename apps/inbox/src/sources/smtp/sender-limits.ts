const MINUTE_MS = 60_000;
const MOST_ADDRESSES = 50_000;

interface Sender {
  connections: number;
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
  connect(address: string): boolean {
    const sender = this.#at(address);
    if (sender.connections >= this.#most.connections) return false;
    sender.connections += 1;
    return true;
  }

  disconnect(address: string): void {
    const sender = this.#senders.get(address);
    if (sender) sender.connections = Math.max(0, sender.connections - 1);
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
    const sender = this.#senders.get(address) ?? { connections: 0, mails: 0, minute };
    if (sender.minute !== minute) {
      sender.minute = minute;
      sender.mails = 0;
    }
    this.#senders.set(address, sender);
    return sender;
  }

  #forgetIdle(minute: number): void {
    for (const [address, sender] of this.#senders) {
      if (sender.connections === 0 && sender.minute !== minute) this.#senders.delete(address);
    }
  }
}

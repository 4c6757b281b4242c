import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;
const MOST_SENDERS = 10_000;

interface Named {
  hour: number;
  /** Of the addresses so far, each once: a target that was deleted gets mail for a long time. */
  addresses: Set<number>;
}

/** Counts which recipients that nobody knows a sender has named, to tell one that guesses from one with an old address. */
export class UnknownRecipients {
  readonly #senders = new Map<string, Named>();
  readonly #mostPerHour: number;
  readonly #clock: () => Date;

  constructor(mostPerHour: number, clock: () => Date) {
    this.#mostPerHour = mostPerHour;
    this.#clock = clock;
  }

  add(sender: string, address: string): void {
    const hour = this.#hour();
    const known = this.#senders.get(sender);
    const { addresses } = known?.hour === hour ? known : { addresses: new Set<number>() };
    addresses.add(createHash('sha256').update(address.toLowerCase()).digest().readUInt32BE());
    // The one that was named longest ago comes first.
    this.#senders.delete(sender);
    this.#senders.set(sender, { hour, addresses });
    const [oldest] = this.#senders.keys();
    if (this.#senders.size > MOST_SENDERS && oldest !== undefined) this.#senders.delete(oldest);
  }

  /** Whether the sender has named so many this hour that it gets no more answers about any. */
  isGuessing(sender: string): boolean {
    const known = this.#senders.get(sender);
    return known?.hour === this.#hour() && known.addresses.size >= this.#mostPerHour;
  }

  #hour(): number {
    return Math.floor(this.#clock().getTime() / HOUR_MS);
  }
}

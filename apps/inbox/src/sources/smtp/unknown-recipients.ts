import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;
const MOST_SENDERS = 10_000;

/** The addresses so far, each once: a target that was deleted gets mail for a long time. */
interface Named {
  hour: number;
  unknown: Set<number>;
  known: Set<number>;
}

/**
 * Counts which recipients a sender has named, to tell one that guesses from the server of a portal, which names many known ones
 * and some of targets that were deleted.
 */
export class UnknownRecipients {
  readonly #senders = new Map<string, Named>();
  readonly #mostPerHour: number;
  readonly #clock: () => Date;

  constructor(mostPerHour: number, clock: () => Date) {
    this.#mostPerHour = mostPerHour;
    this.#clock = clock;
  }

  add(sender: string, address: string): void {
    this.#note(sender, address, 'unknown');
  }

  addKnown(sender: string, address: string): void {
    this.#note(sender, address, 'known');
  }

  /** Whether the sender has named so many this hour, and more than known ones, that it gets no more answers about any. */
  isGuessing(sender: string): boolean {
    const named = this.#senders.get(sender);
    if (named?.hour !== this.#hour()) return false;
    return named.unknown.size >= this.#mostPerHour && named.unknown.size > named.known.size;
  }

  #note(sender: string, address: string, kind: 'unknown' | 'known'): void {
    const hour = this.#hour();
    const before = this.#senders.get(sender);
    const named =
      before?.hour === hour ? before : { hour, unknown: new Set<number>(), known: new Set<number>() };
    named[kind].add(createHash('sha256').update(address.toLowerCase()).digest().readUInt32BE());
    // The one that was named longest ago comes first.
    this.#senders.delete(sender);
    this.#senders.set(sender, named);
    const [oldest] = this.#senders.keys();
    if (this.#senders.size > MOST_SENDERS && oldest !== undefined) this.#senders.delete(oldest);
  }

  #hour(): number {
    return Math.floor(this.#clock().getTime() / HOUR_MS);
  }
}

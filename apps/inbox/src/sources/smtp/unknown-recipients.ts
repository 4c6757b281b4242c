import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const HOUR_MS = 3_600_000;
const SENDERS_MAX = 10_000;

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
  readonly #senders = new LRUCache<string, Named>({ max: SENDERS_MAX });
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
    this.#senders.set(sender, named);
  }

  #hour(): number {
    return Math.floor(this.#clock().getTime() / HOUR_MS);
  }
}

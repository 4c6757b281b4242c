import { createHash } from 'node:crypto';
import { lowerCaseAscii } from '@estate/contracts';
import { LRUCache } from 'lru-cache';

const HOUR_MS = 3_600_000;
const SENDERS_MAX = 10_000;

/** The addresses so far, each once: a deleted target receives emails for a long time. */
interface Named {
  hour: number;
  unknown: Set<number>;
  known: Set<number>;
}

/**
 * Counts the recipients that a sender has named, to distinguish a sender that guesses from the server of a portal, which names many
 * known recipients and some of deleted targets.
 */
export class UnknownRecipients {
  readonly #senders = new LRUCache<string, Named>({ max: SENDERS_MAX });
  readonly #mostPerHour: number;
  readonly #clock: () => Date;

  constructor(mostPerHour: number, clock: () => Date) {
    this.#mostPerHour = mostPerHour;
    this.#clock = clock;
  }

  add(kind: 'unknown' | 'known', sender: string, address: string): void {
    const hour = this.#hour();
    const before = this.#senders.get(sender);
    const named =
      before?.hour === hour ? before : { hour, unknown: new Set<number>(), known: new Set<number>() };
    named[kind].add(createHash('sha256').update(lowerCaseAscii(address)).digest().readUInt32BE());
    this.#senders.set(sender, named);
  }

  /** True if the sender has named too many unknown recipients this hour, and more unknown than known ones. */
  isGuessing(sender: string): boolean {
    const named = this.#senders.get(sender);
    if (named?.hour !== this.#hour()) return false;
    return named.unknown.size >= this.#mostPerHour && named.unknown.size > named.known.size;
  }

  #hour(): number {
    return Math.floor(this.#clock().getTime() / HOUR_MS);
  }
}

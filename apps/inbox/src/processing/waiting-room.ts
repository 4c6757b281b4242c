import type { ClaimBy } from '@estate/persistence';
import type { Room } from '../intake/intake.ts';
import type { ClaimedMail } from '../stores/mail-queue.ts';

interface Waiting {
  claimed: ClaimedMail;
  raw: Buffer;
}

export interface Handed extends Waiting {
  /** Gives its place back: its bytes are counted elsewhere, or gone. */
  leave: () => void;
}

export interface WaitingRoomOptions {
  most: number;
  mostBytes: number;
  claimBy: () => ClaimBy;
  wake: () => void;
}

/** Mails that just came in and wait in memory, claimed already; the rest is found in the store when it is due. */
export class WaitingRoom implements Room {
  readonly #options: WaitingRoomOptions;
  readonly #waiting: Waiting[] = [];
  #places = 0;
  #bytes = 0;

  constructor(options: WaitingRoomOptions) {
    this.#options = options;
  }

  reserve(bytes: number): ClaimBy | undefined {
    const { most, mostBytes, claimBy } = this.#options;
    if (this.#places >= most || this.#bytes + bytes > mostBytes) return undefined;
    this.#places += 1;
    this.#bytes += bytes;
    return claimBy();
  }

  fill(claimed: ClaimedMail, raw: Buffer): void {
    this.#waiting.push({ claimed, raw });
    this.#options.wake();
  }

  giveBack(bytes: number): void {
    this.#places -= 1;
    this.#bytes -= bytes;
  }

  take(): Handed | undefined {
    const next = this.#waiting.shift();
    return next && { ...next, leave: () => this.giveBack(next.raw.length) };
  }
}

import type { ClaimBy } from '@estate/persistence';
import type { ClaimedMail } from '../stores/mail-queue.ts';

interface Waiting {
  claimed: ClaimedMail;
  raw: Buffer;
}

export interface Handed extends Waiting {
  /** Releases the reservation: the bytes are counted elsewhere, or gone. */
  leave: () => void;
}

export interface WaitingMailsOptions {
  most: number;
  mostBytes: number;
  claimBy: () => ClaimBy;
  wake: () => void;
}

/** Claimed emails that just arrived and wait in memory to be read; all others are found in the store when they are due. */
export class WaitingMails {
  readonly #options: WaitingMailsOptions;
  readonly #waiting: Waiting[] = [];
  #reserved = 0;
  #bytes = 0;

  constructor(options: WaitingMailsOptions) {
    this.#options = options;
  }

  /** Reserves space for an email of this size; undefined when there is none. */
  reserve(bytes: number): ClaimBy | undefined {
    const { most, mostBytes, claimBy } = this.#options;
    if (this.#reserved >= most || this.#bytes + bytes > mostBytes) return undefined;
    this.#reserved += 1;
    this.#bytes += bytes;
    return claimBy();
  }

  /** Adds an email for which space is reserved. */
  add(claimed: ClaimedMail, raw: Buffer): void {
    this.#waiting.push({ claimed, raw });
    this.#options.wake();
  }

  release(bytes: number): void {
    this.#reserved -= 1;
    this.#bytes -= bytes;
  }

  take(): Handed | undefined {
    const next = this.#waiting.shift();
    return next && { ...next, leave: () => this.release(next.raw.length) };
  }
}

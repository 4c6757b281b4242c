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
  /** How long emails that are about to arrive wait for space. */
  patienceMs: number;
  claimBy: () => ClaimBy;
  wake: () => void;
}

/** Emails that are about to arrive and wait for space. */
interface Arriving {
  mails: number;
  bytes: number;
  go: () => void;
}

/** Claimed emails that just arrived and wait in memory to be read; all others are found in the store when they are due. */
export class WaitingMails {
  readonly #options: WaitingMailsOptions;
  readonly #waiting: Waiting[] = [];
  readonly #arriving = new Set<Arriving>();
  #reserved = 0;
  #bytes = 0;

  constructor(options: WaitingMailsOptions) {
    this.#options = options;
  }

  /**
   * Waits until there is space for emails that are about to arrive, but not for long: emails without space are stored all the same,
   * and read from there, which costs more.
   */
  async space(mails: number, bytes: number): Promise<void> {
    if (this.#fits(mails, bytes)) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(patience);
        this.#arriving.delete(arriving);
        resolve();
      };
      const patience = setTimeout(go, this.#options.patienceMs);
      const arriving = { mails, bytes, go };
      this.#arriving.add(arriving);
    });
  }

  /** Reserves space for an email of this size; undefined when there is none. */
  reserve(bytes: number): ClaimBy | undefined {
    if (!this.#fits(1, bytes)) return undefined;
    this.#reserved += 1;
    this.#bytes += bytes;
    return this.#options.claimBy();
  }

  /** Adds an email for which space is reserved. */
  add(claimed: ClaimedMail, raw: Buffer): void {
    this.#waiting.push({ claimed, raw });
    this.#options.wake();
  }

  release(bytes: number): void {
    this.#reserved -= 1;
    this.#bytes -= bytes;
    for (const { mails, bytes: wanted, go } of this.#arriving) if (this.#fits(mails, wanted)) go();
  }

  take(): Handed | undefined {
    const next = this.#waiting.shift();
    return next && { ...next, leave: () => this.release(next.raw.length) };
  }

  #fits(mails: number, bytes: number): boolean {
    const { most, mostBytes } = this.#options;
    return this.#reserved + mails <= most && this.#bytes + bytes <= mostBytes;
  }
}

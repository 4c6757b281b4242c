const MOST_MAILS = 100;

/** How many emails are fetched at a time: fewer after a failed batch, so that a bad connection makes progress, too. */
export class Pace {
  #mails = MOST_MAILS;
  #isOpen = false;

  /** How many emails a batch has now. */
  get size(): number {
    return this.#mails;
  }

  /** The size of the next batch, which begins. */
  begin(): number {
    if (this.#isOpen) this.#mails = Math.max(1, Math.floor(this.#mails / 4));
    this.#isOpen = true;
    return this.#mails;
  }

  succeeded(): void {
    this.#isOpen = false;
    this.#mails = Math.min(MOST_MAILS, this.#mails * 2);
  }
}

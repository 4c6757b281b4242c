const MOST_MAILS = 100;

/** How many mails are taken at a time: fewer when a batch did not succeed, so that a bad connection gets on, too. */
export class Pace {
  #mails = MOST_MAILS;
  #isOpen = false;

  /** The size of the next batch. */
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

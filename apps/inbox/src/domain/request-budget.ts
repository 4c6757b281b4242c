/** Most requests that one email may lead to, for each target it was sent to. */
export const MOST_REQUESTS = 1000;
/** Most bytes of what people said, a text that several share counted once. */
export const MOST_KEPT_BYTES = 4_000_000;
/** Most bytes of all its requests as they are sent, each with its message. */
export const MOST_SENT_BYTES = 16_000_000;

/** How many requests an email may still lead to; once one does not fit, none does. */
export class RequestBudget {
  #requests = MOST_REQUESTS;
  #keptBytes = MOST_KEPT_BYTES;
  #sentBytes = MOST_SENT_BYTES;
  #refused = 0;

  /** How many did not fit. */
  get refused(): number {
    return this.#refused;
  }

  /** Counts one that is left out because an earlier one did not fit; false as long as none was. */
  refuseAlso(): boolean {
    if (this.#refused > 0) this.#refused += 1;
    return this.#refused > 0;
  }

  take({ keptBytes, sentBytes }: { keptBytes: number; sentBytes: number }): boolean {
    const isOver = this.#requests === 0 || keptBytes > this.#keptBytes || sentBytes > this.#sentBytes;
    if (this.#refused > 0 || isOver) {
      this.#refused += 1;
      return false;
    }
    this.#requests -= 1;
    this.#keptBytes -= keptBytes;
    this.#sentBytes -= sentBytes;
    return true;
  }
}

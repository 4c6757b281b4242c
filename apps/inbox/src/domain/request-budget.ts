/** Most requests that one mail may lead to, for each target it was sent to. */
export const MOST_REQUESTS = 1000;
/** Most bytes of them together, each counted with its message. */
export const MOST_REQUEST_BYTES = 4_000_000;

/** How many requests a mail may still lead to; once one does not fit, none does. */
export class RequestBudget {
  #requests = MOST_REQUESTS;
  #bytes = MOST_REQUEST_BYTES;
  #refused = 0;

  /** How many did not fit. */
  get refused(): number {
    return this.#refused;
  }

  take(bytes: number): boolean {
    if (this.#refused > 0 || this.#requests === 0 || bytes > this.#bytes) {
      this.#refused += 1;
      return false;
    }
    this.#requests -= 1;
    this.#bytes -= bytes;
    return true;
  }
}

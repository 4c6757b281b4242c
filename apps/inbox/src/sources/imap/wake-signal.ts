/** Remembers that it was woken while nobody waited. */
export class WakeSignal {
  #isWoken = false;
  #resume: (() => void) | undefined;

  wake(): void {
    this.#isWoken = true;
    this.#resume?.();
  }

  /** Resolves at the next wake-up, at once after one that was missed, and after a time in any case. */
  async next(mostMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
        timer = setTimeout(resolve, mostMs);
      });
    }
    clearTimeout(timer);
    this.#resume = undefined;
    this.#isWoken = false;
  }
}

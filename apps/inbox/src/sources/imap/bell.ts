/** Remembers that it rang while nobody listened. */
export class Bell {
  #rung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring, at once after one that was missed, and after a time in any case. */
  async next(mostMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, mostMs);
      });
    }
    clearTimeout(timer);
    this.#wake = undefined;
    this.#rung = false;
  }
}

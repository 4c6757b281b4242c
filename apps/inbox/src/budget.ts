interface Waiting {
  share: number;
  begin: (giveBack: () => void) => void;
}

/** A limited amount, such as bytes of memory, that is given out in the order of asking. */
export class Budget {
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  #free: number;

  constructor(most: number) {
    this.#most = most;
    this.#free = most;
  }

  /** Waits for this amount, or for all there is when more is asked for; returns what gives it back. */
  take(amount: number): Promise<() => void> {
    return new Promise((begin) => {
      this.#waiting.push({ share: Math.min(Math.max(amount, 1), this.#most), begin });
      this.#next();
    });
  }

  #next(): void {
    for (let first = this.#waiting[0]; first && first.share <= this.#free; first = this.#waiting[0]) {
      const { share, begin } = first;
      this.#waiting.shift();
      this.#free -= share;
      begin(() => {
        this.#free += share;
        this.#next();
      });
    }
  }
}

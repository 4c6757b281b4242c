interface Waiting {
  share: number;
  begin: (giveBack: () => void) => void;
}

/** Memory that is shared out in the order of asking. */
export class ByteBudget {
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  #free: number;

  constructor(most: number) {
    this.#most = most;
    this.#free = most;
  }

  /** Waits for so many bytes, for all there are when more are wanted; returns what gives them back. */
  take(bytes: number): Promise<() => void> {
    return new Promise((resolve) => {
      // Nothing goes beside one that has all.
      const share = Math.min(Math.max(bytes, 1), this.#most);
      this.#waiting.push({ share, begin: resolve });
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

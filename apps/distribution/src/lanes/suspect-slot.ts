/** The next suspect waits at most this long, so that a stalled one does not block the others. */
const HELD_MAX_MS = 30_000;

/**
 * A process takes one lane at a time whose last process crashed. When it crashes as well, only that lane counts another crash,
 * and no lane that ran beside it.
 */
export class SuspectSlot {
  readonly #clock: () => Date;
  #holder: { targetId: string; untilMs: number } | undefined;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** True if the target may be taken although it is a suspect. */
  take(targetId: string): boolean {
    const nowMs = this.#clock().getTime();
    if (this.#holder && nowMs < this.#holder.untilMs) return false;
    this.#holder = { targetId, untilMs: nowMs + HELD_MAX_MS };
    return true;
  }

  free(targetId: string): void {
    if (this.#holder?.targetId === targetId) this.#holder = undefined;
  }
}

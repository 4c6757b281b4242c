/** After so long the next suspect need not wait: one that stalls must not keep the others from being cleared. */
const HELD_MAX_MS = 30_000;

/**
 * Lanes whose last process died are taken one at a time in a process: when it dies again, the one that ended it is blamed
 * once more, and those that were beside it are not.
 */
export class SuspectSlot {
  readonly #clock: () => Date;
  #holder: { targetId: string; untilMs: number } | undefined;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Whether the target may be taken although it is a suspect. */
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

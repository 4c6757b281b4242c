const REST_PER_LOOK = 10;

/**
 * A look that may read thousands of listings of busy accounts in vain. After one in vain there is none for ten times as
 * long as it took; hints tell of what becomes due meanwhile.
 */
export class Seldom {
  #restUntilMs = 0;

  async run<Found>(look: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const startedMs = performance.now();
    if (startedMs < this.#restUntilMs) return undefined;
    const found = await look();
    const endedMs = performance.now();
    this.#restUntilMs = found === undefined ? endedMs + REST_PER_LOOK * (endedMs - startedMs) : 0;
    return found;
  }
}

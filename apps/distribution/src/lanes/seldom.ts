const REST_PER_LOOK = 10;
const LONGEST_REST_MS = 2000;

/**
 * A look that may read thousands of listings of busy accounts in vain. After one in vain there is none for ten times as
 * long as it took, up to two seconds; hints tell of what becomes due meanwhile.
 */
export class Seldom {
  #restUntilMs = 0;

  async run<Found>(look: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const startedMs = performance.now();
    if (startedMs < this.#restUntilMs) return undefined;
    const found = await look();
    const endedMs = performance.now();
    const restMs = Math.min(REST_PER_LOOK * (endedMs - startedMs), LONGEST_REST_MS);
    this.#restUntilMs = found === undefined ? endedMs + restMs : 0;
    return found;
  }
}

/**
 * The time of the database, by which all processes compare leases and due times. It goes on by the monotonic clock of the process, which
 * nobody sets, and is corrected as far as an answer of the database proves it wrong: a slow answer proves little.
 */
export class DatabaseClock {
  /** The time of the database when the monotonic clock was 0. */
  #originMs = Date.now() + 1 - performance.now();

  readonly now = (): Date => new Date(this.#originMs + performance.now());

  /** By how much the clock of this machine is ahead of that of the database; negative when it is behind. */
  offsetMs(): number {
    return Date.now() - this.now().getTime();
  }

  /** The answer was made between the question and its arrival, within the millisecond that it names. */
  async measure(ask: () => Promise<Date>): Promise<void> {
    const askedMs = performance.now();
    const answerMs = (await ask()).getTime();
    const earliest = answerMs - performance.now();
    const latest = answerMs + 1 - askedMs;
    this.#originMs = Math.min(Math.max(this.#originMs, earliest), latest);
  }
}

let presentClock = (): Date => new Date();

/** The time by which this process makes ids and marks bytes. */
export const presentTime = (): Date => presentClock();

/** Lets the whole process go by this clock from now on. */
export const goBy = ({ now }: Pick<DatabaseClock, 'now'>): void => {
  presentClock = now;
};

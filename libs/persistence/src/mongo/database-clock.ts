/**
 * The time of the database, by which all processes compare leases and due times. It advances by the monotonic clock of the process, which
 * nobody sets, and is corrected only as far as a response of the database proves it wrong: a slow response proves little.
 */
export class DatabaseClock {
  /** The time of the database when the monotonic clock was 0. */
  #originMs = Date.now() + 1 - performance.now();

  readonly now = (): Date => new Date(this.#originMs + performance.now());

  /** The offset of this machine's clock from that of the database; negative if it is behind. */
  offsetMs(): number {
    return Date.now() - this.now().getTime();
  }

  /** Measures the offset: the response was made between the request and its arrival, within the millisecond that it names. */
  async measure(ask: () => Promise<Date>): Promise<void> {
    const askedMs = performance.now();
    const answerMs = (await ask()).getTime();
    const earliest = answerMs - performance.now();
    const latest = answerMs + 1 - askedMs;
    this.#originMs = Math.min(Math.max(this.#originMs, earliest), latest);
  }
}

let presentClock = (): Date => new Date();

/** The time of this process for ids and for marking bytes. */
export const presentTime = (): Date => presentClock();

/** Makes the whole process use this clock. */
export const goBy = ({ now }: Pick<DatabaseClock, 'now'>): void => {
  presentClock = now;
};

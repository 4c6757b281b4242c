import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const FEEDS_MAX = 10_000;

interface Minute {
  fetches: number;
  endsAt: number;
}

/** Limits how often the documents of one feed are fetched in a minute, in one process. */
export class FetchLimit {
  readonly #perMinute: number;
  readonly #clock: () => Date;
  readonly #minutes = new LRUCache<string, Minute>({ max: FEEDS_MAX });

  constructor(perMinute: number, clock: () => Date) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** The seconds to wait; 0 for a fetch that is allowed. */
  spend(targetId: string): number {
    const now = this.#clock().getTime();
    const known = this.#minutes.get(targetId);
    const minute = known && known.endsAt > now ? known : { fetches: 0, endsAt: now + MINUTE_MS };
    if (minute.fetches >= this.#perMinute) return Math.ceil((minute.endsAt - now) / 1000);
    minute.fetches += 1;
    this.#minutes.set(targetId, minute);
    return 0;
  }
}

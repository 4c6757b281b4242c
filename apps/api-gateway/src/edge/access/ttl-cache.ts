import { LRUCache } from 'lru-cache';

const ENTRIES_MAX = 10_000;

/** Keeps what was used last, each entry for the given time by the clock of the service. */
export const ttlCache = <Value extends object | true>(ttlMs: number, clock: () => Date) =>
  new LRUCache<string, Value>({
    max: ENTRIES_MAX,
    // The library keeps an entry through the last millisecond of its time.
    ttl: ttlMs - 1,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  });

import { LRUCache } from 'lru-cache';

const ENTRIES_MAX = 10_000;

/** A cache of the most recently used entries, each for the given time by the clock of the service. */
export const ttlCache = <Value extends object | true>(ttlMs: number, clock: () => Date) =>
  new LRUCache<string, Value>({
    max: ENTRIES_MAX,
    // The library keeps an entry through the last millisecond of its time.
    ttl: ttlMs - 1,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  });

/** Attempts may begin so far ahead of their slots that few looks at the database are needed. */
export const REACH_MS = 100;

/** No slot is taken later: slots are a second apart at most, and the clocks of two processes may differ. */
const FARTHEST_MS = 60_000;

export interface Slots {
  /** When each attempt may begin, in milliseconds since 1970. */
  at: number[];
  /** The first slot that is left. */
  nextSlotMs: number;
}

/** True if a slot is so far in the future that a clock must have been wrong. */
export const isBeyondSlots = (nextSlotMs: number | undefined, nowMs: number): boolean =>
  nextSlotMs !== undefined && nextSlotMs > nowMs + FARTHEST_MS;

/** Up to `wanted` of the next slots of a limit; slots are evenly spaced, and unused ones of the past are lost. One of the far future counts as due. */
export function nextSlots(
  { maxPerSecond, nextSlotMs = 0 }: { maxPerSecond: number; nextSlotMs?: number | undefined },
  wanted: number,
  nowMs: number,
): Slots {
  const spacingMs = 1000 / maxPerSecond;
  const firstMs = isBeyondSlots(nextSlotMs, nowMs) ? nowMs : Math.max(nowMs, nextSlotMs);
  const inReach = Math.floor((nowMs + REACH_MS - firstMs) / spacingMs) + 1;
  const count = Math.max(0, Math.min(wanted, inReach));
  const at = Array.from({ length: count }, (_, index) => firstMs + index * spacingMs);
  return { at, nextSlotMs: firstMs + count * spacingMs };
}

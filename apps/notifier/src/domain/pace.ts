/** Attempts may begin so far ahead of their slots that few looks at the database are needed. */
export const REACH_MS = 100;

export interface Slots {
  /** When each attempt may begin, in milliseconds since 1970. */
  at: number[];
  /** The first slot that is left. */
  nextSlotMs: number;
}

/** Up to `wanted` of the next slots of a limit; slots are evenly spaced, and unused ones of the past are lost. */
export function nextSlots(
  { maxPerSecond, nextSlotMs = 0 }: { maxPerSecond: number; nextSlotMs?: number | undefined },
  wanted: number,
  nowMs: number,
): Slots {
  const spacingMs = 1000 / maxPerSecond;
  const firstMs = Math.max(nowMs, nextSlotMs);
  const inReach = Math.floor((nowMs + REACH_MS - firstMs) / spacingMs) + 1;
  const count = Math.max(0, Math.min(wanted, inReach));
  const at = Array.from({ length: count }, (_, index) => firstMs + index * spacingMs);
  return { at, nextSlotMs: firstMs + count * spacingMs };
}

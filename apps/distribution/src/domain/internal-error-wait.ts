import type { RetrySchedule } from './retry-schedule.ts';

const FIRST_MS = 2000;
/** Including its spread less than 15 s, so that work continues soon after internal errors end. */
const LONGEST_MS = 12_000;
const SPREAD = 0.2;

/**
 * How long a listing waits after an internal error, and how long the others of its lane do when they met one, too: half as
 * long, so that each of them is sent before it. `earlier`: how many internal errors in a row came before.
 */
export function waitsAfter(
  { earlier, retryAfterMs }: { earlier: number; retryAfterMs: number },
  { random }: Pick<RetrySchedule, 'random'>,
): { aloneMs: number; allMs: number } {
  const wantedMs = Math.max(FIRST_MS * 2 ** Math.min(earlier, 10), 2 * retryAfterMs);
  const factor = 1 - SPREAD + 2 * SPREAD * random();
  const aloneMs = Math.round(Math.min(wantedMs, LONGEST_MS) * factor);
  return { aloneMs, allMs: Math.round(aloneMs / 2) };
}

import type { RetrySchedule } from './retry-schedule.ts';

const FIRST_MS = 2000;
/** With its spread less than 15 s: how soon work goes on once internal errors end, however long they lasted. */
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

import type { RetrySchedule } from './retry-schedule.ts';

const FIRST_MS = 2000;
/** With its spread less than 15 s: how soon work goes on once the trouble is over, however long it was. */
const LONGEST_MS = 12_000;
const SPREAD = 0.2;

interface Trouble {
  /** Earlier ones in a row. */
  troubles: number;
  retryAfterMs: number;
}

/**
 * How long a listing waits after trouble of our own, and how long the others of its lane do when they met it, too: half as
 * long, so that each of them is sent before it.
 */
export function waitsAfter(
  { troubles, retryAfterMs }: Trouble,
  { random }: Pick<RetrySchedule, 'random'>,
): { aloneMs: number; allMs: number } {
  const asked = Math.max(FIRST_MS * 2 ** Math.min(troubles, 10), 2 * retryAfterMs);
  const factor = 1 - SPREAD + 2 * SPREAD * random();
  const aloneMs = Math.round(Math.min(asked, LONGEST_MS) * factor);
  return { aloneMs, allMs: Math.round(aloneMs / 2) };
}

import type { Delivery } from '@estate/client';

const FIRST_PAUSE_MS = 10_000;
const GROWTH = 4;
const REPEATS = 8;

/** When a delivery that keeps failing is attempted after the next time, as documented: eight repeats, each pause four times the one before. */
export function laterAttempts({ nextAttemptAt, attempts, attemptCount }: Delivery): Date[] {
  if (nextAttemptAt === undefined) return [];
  const made = attemptCount ?? attempts.length;
  // A resend begins a new plan; of attempts before it only the count is known.
  const repeat = made % (REPEATS + 1);
  let at = Date.parse(nextAttemptAt);
  return Array.from({ length: REPEATS - repeat }, (_, index) => {
    at += FIRST_PAUSE_MS * GROWTH ** (repeat + index);
    return new Date(at);
  });
}

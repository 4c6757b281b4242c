/** When failed attempts are retried. */
export interface RetrySchedule {
  /** Before the first, second … retry, in milliseconds. */
  delaysMs: readonly number[];
  /** From 0 to 1. */
  random(): number;
}

/** The given time, or so long from now if that is later. */
export const notBefore = (time: Date, now: Date, ms: number): Date =>
  new Date(Math.max(time.getTime(), now.getTime() + ms));

const JITTER = 0.2;

/** No attempt is planned further ahead than this. */
export const longestDelayMs = ({ delaysMs }: Pick<RetrySchedule, 'delaysMs'>): number =>
  Math.max(0, ...delaysMs) * (1 + JITTER);

/** When to try again after so many failed attempts, or undefined when no attempt is left. */
export function nextAttemptAt(schedule: RetrySchedule, failedAttempts: number, now: Date): Date | undefined {
  const delay = schedule.delaysMs[failedAttempts - 1];
  if (delay === undefined) return undefined;
  const factor = 1 - JITTER + 2 * JITTER * schedule.random();
  return new Date(now.getTime() + Math.round(delay * factor));
}

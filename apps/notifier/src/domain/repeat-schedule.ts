/** Retries after the first attempt. */
export const REPEATS_MAX = 8;
export const ATTEMPTS_MAX = 1 + REPEATS_MAX;

const FACTOR = 4;
const JITTER = 0.2;

export interface Schedule {
  /** Pause before the first retry, in milliseconds. */
  baseMs: number;
  /** From 0 to 1. */
  random: () => number;
}

/** Milliseconds before the retry `n`, counted from 1: four times as long each time, ±20 %. */
export function plannedDelayMs(n: number, { baseMs, random }: Schedule): number {
  const jitter = 1 - JITTER + 2 * JITTER * random();
  return Math.round(baseMs * FACTOR ** (n - 1) * jitter);
}

/** The attempts after the next one, of a delivery that still has `attemptsLeft` of them, each pause of middle length. */
export function laterAttempts(nextAttemptAt: Date, attemptsLeft: number, baseMs: number): Date[] {
  let atMs = nextAttemptAt.getTime();
  const first = ATTEMPTS_MAX - attemptsLeft + 1;
  return Array.from({ length: Math.max(0, attemptsLeft - 1) }, (_, index) => {
    atMs += plannedDelayMs(first + index, { baseMs, random: () => 0.5 });
    return new Date(atMs);
  });
}

/** The planned delay, or what the receiver asked for if that is longer, but at most twice what was planned. */
export const honouredDelayMs = (plannedMs: number, askedMs = 0): number =>
  Math.min(Math.max(plannedMs, askedMs), 2 * plannedMs);

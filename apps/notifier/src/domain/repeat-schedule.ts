/** Repeats after the first attempt. */
export const REPEATS_MAX = 8;
export const ATTEMPTS_MAX = 1 + REPEATS_MAX;

const FACTOR = 4;
const JITTER = 0.2;

const SECONDS = /^\d{1,9}$/;
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

export interface Schedule {
  /** Pause before the first repeat, in milliseconds. */
  baseMs: number;
  /** From 0 to 1. */
  random: () => number;
}

/** Milliseconds before the repeat `n`, counted from 1: four times as long each time, ±20 %. */
export function plannedDelayMs(n: number, { baseMs, random }: Schedule): number {
  const jitter = 1 - JITTER + 2 * JITTER * random();
  return Math.round(baseMs * FACTOR ** (n - 1) * jitter);
}

/** Milliseconds that a Retry-After header asks for; undefined when it says nothing that can be understood. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1000;
  const at = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** The planned delay, or what the receiver asked for if that is longer, but at most twice what was planned. */
export const honouredDelayMs = (plannedMs: number, askedMs = 0): number =>
  Math.min(Math.max(plannedMs, askedMs), 2 * plannedMs);

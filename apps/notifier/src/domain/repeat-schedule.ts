import { RETRIES_MAX } from '@estate/contracts';

const FACTOR = 4;
const JITTER = 0.2;
/** A receiver can extend a pause to so many times what was planned. */
const HONOURED_MAX = 2;

export interface Schedule {
  /** Pause before the first retry, in milliseconds. */
  baseMs: number;
  /** From 0 to 1. */
  random: () => number;
}

/** The attempts of a delivery: how many are left, and the pauses between them where its webhook has its own. */
export interface Plan {
  attemptsLeft: number;
  /** Before each retry; left out for the pauses that grow from `baseMs`. */
  waitsSeconds?: readonly number[];
}

/** The plan of a delivery, without its other fields. */
export const planOf = ({ attemptsLeft, waitsSeconds }: Plan): Plan => ({
  attemptsLeft,
  ...(waitsSeconds && { waitsSeconds }),
});

/** A plan of which no attempt was made, by the schedule of a webhook. */
export const newPlan = ({
  retryScheduleSeconds: own,
}: {
  retryScheduleSeconds?: readonly number[];
}): Plan => ({
  attemptsLeft: 1 + (own?.length ?? RETRIES_MAX),
  ...(own && { waitsSeconds: [...own] }),
});

/** The attempts that were made of a plan. */
const attemptsMade = ({ attemptsLeft, waitsSeconds }: Plan): number =>
  1 + (waitsSeconds?.length ?? RETRIES_MAX) - attemptsLeft;

/** No retry of a delivery with these pauses is planned further ahead than this, whatever its receiver asks for. */
export function longestDelayMs({ waitsSeconds }: Pick<Plan, 'waitsSeconds'>, baseMs: number): number {
  const longestMs = waitsSeconds ? Math.max(...waitsSeconds) * 1000 : baseMs * FACTOR ** (RETRIES_MAX - 1);
  return HONOURED_MAX * longestMs * (1 + JITTER);
}

/** Milliseconds before the next retry of a plan, ±20 %. */
export function plannedDelayMs(plan: Plan, { baseMs, random }: Schedule): number {
  const made = attemptsMade(plan);
  const jitter = 1 - JITTER + 2 * JITTER * random();
  const own = plan.waitsSeconds?.[made - 1];
  return Math.round((own === undefined ? baseMs * FACTOR ** (made - 1) : own * 1000) * jitter);
}

/** The attempts after the next one, of a delivery that waits for it, each pause of middle length. */
export function laterAttempts(nextAttemptAt: Date, plan: Plan, baseMs: number): Date[] {
  let atMs = nextAttemptAt.getTime();
  return Array.from({ length: Math.max(0, plan.attemptsLeft - 1) }, (_, index) => {
    const attemptsLeft = plan.attemptsLeft - 1 - index;
    atMs += plannedDelayMs({ ...plan, attemptsLeft }, { baseMs, random: () => 0.5 });
    return new Date(atMs);
  });
}

/** The planned delay, or what the receiver asked for if that is longer, but at most `HONOURED_MAX` times what was planned. */
export const honouredDelayMs = (plannedMs: number, askedMs = 0): number =>
  Math.min(Math.max(plannedMs, askedMs), HONOURED_MAX * plannedMs);

import { describe, expect, it } from 'vitest';
import { honouredDelayMs, laterAttempts, newPlan, plannedDelayMs } from './repeat-schedule.ts';

const even = { baseMs: 10_000, random: () => 0.5 };
/** Before the retry `n`. */
const before = (n: number, waitsSeconds?: number[]) => ({
  attemptsLeft: 1 + (waitsSeconds?.length ?? 8) - n,
  ...(waitsSeconds && { waitsSeconds }),
});

describe('the pauses before repeats', () => {
  it('the pauses before retries grow from ten seconds to 45 hours', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => plannedDelayMs(before(n), even) / 1000);
    expect(seconds).toEqual([10, 40, 160, 640, 2560, 10_240, 40_960, 163_840]);
  });

  it('the pauses before retries vary by 20 % in both directions', () => {
    expect(plannedDelayMs(before(1), { baseMs: 10_000, random: () => 0 })).toBe(8000);
    expect(plannedDelayMs(before(1), { baseMs: 10_000, random: () => 1 })).toBe(12_000);
  });

  it('the pauses before retries are those of the webhook where it has its own', () => {
    const own = [5, 60, 3600];
    expect(newPlan({ retryScheduleSeconds: own })).toEqual({ attemptsLeft: 4, waitsSeconds: own });
    expect([1, 2, 3].map((n) => plannedDelayMs(before(n, own), even) / 1000)).toEqual(own);
    const next = new Date('2026-11-01T08:00:00.000Z');
    expect(laterAttempts(next, before(1, own), 10_000)).toEqual([
      new Date('2026-11-01T08:01:00.000Z'),
      new Date('2026-11-01T09:01:00.000Z'),
    ]);
  });

  it('the pauses before retries can be extended by the receiver to at most twice the plan, and never shortened', () => {
    expect(honouredDelayMs(10_000)).toBe(10_000);
    expect(honouredDelayMs(10_000, 2000)).toBe(10_000);
    expect(honouredDelayMs(10_000, 15_000)).toBe(15_000);
    expect(honouredDelayMs(10_000, 3_600_000)).toBe(20_000);
    expect(honouredDelayMs(10_000, Number.POSITIVE_INFINITY)).toBe(20_000);
  });
});

describe('the attempts after the next one', () => {
  const next = new Date('2026-11-01T08:00:00.000Z');

  it('the attempts after the next one follow after the planned pauses, up to the last retry', () => {
    const later = laterAttempts(next, newPlan({}), 10_000);
    expect(later).toHaveLength(8);
    expect(later.slice(0, 2)).toEqual([
      new Date('2026-11-01T08:00:10.000Z'),
      new Date('2026-11-01T08:00:50.000Z'),
    ]);
    expect(laterAttempts(next, { attemptsLeft: 8 }, 10_000)[0]).toEqual(new Date('2026-11-01T08:00:40.000Z'));
  });

  it('the attempts after the next one are none when the next one is the last, or when the last one is under way', () => {
    expect(laterAttempts(next, { attemptsLeft: 1 }, 10_000)).toEqual([]);
    expect(laterAttempts(next, { attemptsLeft: 0 }, 10_000)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { honouredDelayMs, plannedDelayMs } from './repeat-schedule.ts';

const even = { baseMs: 10_000, random: () => 0.5 };

describe('the pauses before repeats', () => {
  it('grow from ten seconds to 45 hours', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => plannedDelayMs(n, even) / 1000);
    expect(seconds).toEqual([10, 40, 160, 640, 2560, 10_240, 40_960, 163_840]);
  });

  it('vary by a fifth in both directions', () => {
    expect(plannedDelayMs(1, { baseMs: 10_000, random: () => 0 })).toBe(8000);
    expect(plannedDelayMs(1, { baseMs: 10_000, random: () => 1 })).toBe(12_000);
  });

  it('can be made longer by the receiver, up to twice what was planned, never shorter', () => {
    expect(honouredDelayMs(10_000)).toBe(10_000);
    expect(honouredDelayMs(10_000, 2000)).toBe(10_000);
    expect(honouredDelayMs(10_000, 15_000)).toBe(15_000);
    expect(honouredDelayMs(10_000, 3_600_000)).toBe(20_000);
    expect(honouredDelayMs(10_000, Number.POSITIVE_INFINITY)).toBe(20_000);
  });
});

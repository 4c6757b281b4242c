import { describe, expect, it } from 'vitest';
import { honouredDelayMs, plannedDelayMs, retryAfterMs } from './repeat-schedule.ts';

const even = { baseMs: 10_000, random: () => 0.5 };
const now = new Date('2026-11-01T08:30:00.000Z');

describe('the pauses before repeats', () => {
  it('grow from ten seconds to 45 hours', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => plannedDelayMs(n, even) / 1000);
    expect(seconds).toEqual([10, 40, 160, 640, 2560, 10_240, 40_960, 163_840]);
  });

  it('vary by a fifth in both directions', () => {
    expect(plannedDelayMs(1, { baseMs: 10_000, random: () => 0 })).toBe(8000);
    expect(plannedDelayMs(1, { baseMs: 10_000, random: () => 1 })).toBe(12_000);
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 7 ', 7000],
    ['Sun, 01 Nov 2026 08:31:30 GMT', 90_000],
    ['Sun, 01 Nov 2026 08:00:00 GMT', 0],
  ])('is understood as seconds and as a date (%s)', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    'soon',
    'soon 1',
    '-5',
    '1.5',
    '2026-11-01T08:31:30Z',
    'Sun, 99 Foo 2026 08:31:30 GMT',
  ])('is ignored when it is garbage (%s)', (header) => {
    expect(retryAfterMs(header, now)).toBeUndefined();
  });

  it('can make a pause longer, up to twice what was planned, never shorter', () => {
    expect(honouredDelayMs(10_000)).toBe(10_000);
    expect(honouredDelayMs(10_000, 2000)).toBe(10_000);
    expect(honouredDelayMs(10_000, 15_000)).toBe(15_000);
    expect(honouredDelayMs(10_000, 3_600_000)).toBe(20_000);
  });
});

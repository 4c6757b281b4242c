import { describe, expect, it } from 'vitest';
import { nextAttemptAt } from './retry-schedule.ts';

const now = new Date('2026-11-01T08:00:00.000Z');
const at = (failed: number, random: number) =>
  nextAttemptAt({ delaysMs: [10_000, 60_000], random: () => random }, failed, now);

describe('the retry schedule', () => {
  it('the retry schedule waits the configured pause after the attempt that failed', () => {
    expect(at(1, 0.5)).toEqual(new Date(now.getTime() + 10_000));
    expect(at(2, 0.5)).toEqual(new Date(now.getTime() + 60_000));
  });

  it('the retry schedule spreads attempts over a fifth to either side', () => {
    expect(at(1, 0)).toEqual(new Date(now.getTime() + 8_000));
    expect(at(1, 1)).toEqual(new Date(now.getTime() + 12_000));
  });

  it('the retry schedule has no attempt left after the last pause', () => {
    expect(at(3, 0.5)).toBeUndefined();
  });
});

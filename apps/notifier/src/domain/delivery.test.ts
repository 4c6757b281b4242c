import { describe, expect, it } from 'vitest';
import { decide, verdictOf } from './delivery.ts';

const now = new Date('2026-11-01T08:30:00.000Z');
const about = (attemptCount: number) => ({
  attemptCount,
  now,
  schedule: { baseMs: 1000, random: () => 0.5 },
});

describe('what an answer means', () => {
  it.each([
    [200, 'succeeded'],
    [204, 'succeeded'],
    [299, 'succeeded'],
    [301, 'repeat'],
    [302, 'repeat'],
    [400, 'repeat'],
    [404, 'repeat'],
    [410, 'gone'],
    [429, 'repeat'],
    [500, 'repeat'],
    [undefined, 'repeat'],
  ])('%s: %s', (statusCode, verdict) => {
    expect(verdictOf(statusCode)).toBe(verdict);
  });
});

describe('what becomes of a delivery', () => {
  it('ends with a success', () => {
    expect(decide({ statusCode: 202 }, about(9))).toEqual({ status: 'succeeded' });
  });

  it('is repeated eight times, then failed', () => {
    const decisions = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => decide({ statusCode: 500 }, about(n)));
    expect(decisions.slice(0, 8).every(({ status }) => status === 'pending')).toBe(true);
    expect(decisions[0]).toEqual({ status: 'pending', nextAttemptAt: new Date(now.getTime() + 1000) });
    expect(decisions[7]).toEqual({ status: 'pending', nextAttemptAt: new Date(now.getTime() + 16_384_000) });
    expect(decisions[8]).toEqual({ status: 'failed', receiverGone: false });
  });

  it('waits as long as the receiver asks for', () => {
    const decision = decide({ statusCode: 429, retryAfter: '2' }, about(1));
    expect(decision).toEqual({ status: 'pending', nextAttemptAt: new Date(now.getTime() + 2000) });
  });

  it('ends at once when the receiver is gone', () => {
    expect(decide({ statusCode: 410 }, about(1))).toEqual({ status: 'failed', receiverGone: true });
  });
});

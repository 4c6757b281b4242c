import { describe, expect, it } from 'vitest';
import { laterAttempts } from './retry-plan.ts';

const delivery = (attemptCount: number, nextAttemptAt?: string) => ({
  id: 'd',
  eventId: 'e',
  eventName: 'publication.succeeded' as const,
  status: 'pending' as const,
  attempts: [],
  attemptCount,
  ...(nextAttemptAt !== undefined && { nextAttemptAt }),
});

describe('the plan of repeats', () => {
  it('grows fourfold from ten seconds and ends after the eighth repeat', () => {
    const later = laterAttempts(delivery(1, '2026-11-01T08:00:00.000Z'));
    expect(later).toHaveLength(7);
    expect(later[0]?.toISOString()).toBe('2026-11-01T08:00:40.000Z');
  });

  it('has nothing after the last repeat', () => {
    expect(laterAttempts(delivery(8, '2026-11-01T08:00:00.000Z'))).toEqual([]);
  });

  it('is empty for a delivery that is done', () => {
    expect(laterAttempts(delivery(1))).toEqual([]);
  });
});

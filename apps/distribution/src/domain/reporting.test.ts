import { describe, expect, it } from 'vitest';
import { afterReport, missedAfter, nextReading } from './reporting.ts';

const AT = new Date('2026-11-20T10:00:00.000Z');
const ago = (ms: number) => new Date(AT.getTime() - ms);
const waitMs = (next: Date | undefined) => next && next.getTime() - AT.getTime();
const [MINUTE, HOUR] = [60_000, 3_600_000];

describe('the next reading of a report folder', () => {
  it.each([
    ['comes after the delay just after an upload', 1000, MINUTE],
    ['comes after twice as long, the longer the upload is ago', 10 * MINUTE, 10 * MINUTE],
    ['comes within six hours', 48 * HOUR, 6 * HOUR],
  ])('the next reading %s', (_title, sinceMs, expected) => {
    const next = nextReading(AT, { uploadedAt: ago(sinceMs), delayMs: MINUTE, hasMore: false });
    expect(waitMs(next)).toBe(expected);
  });

  it('the next reading comes within six hours without any upload, and at once if there is more', () => {
    expect(waitMs(nextReading(AT, { delayMs: MINUTE, hasMore: false }))).toBe(6 * HOUR);
    expect(waitMs(nextReading(AT, { delayMs: MINUTE, hasMore: true }))).toBe(0);
  });
});

describe('the time at which a platform counts as silent', () => {
  it('the time is three days after an upload, or three times the usual delay, and unknown before three reports', () => {
    expect(missedAfter(AT)).toBeUndefined();
    expect(missedAfter(AT, { count: 2 })).toBeUndefined();
    expect(waitMs(missedAfter(AT, { count: 3, usualMs: HOUR }))).toBe(72 * HOUR);
    expect(waitMs(missedAfter(AT, { count: 3, usualMs: 48 * HOUR }))).toBe(144 * HOUR);
  });

  it('the usual delay follows the reports slowly, and a report without an upload, or older than it, says nothing of it', () => {
    const first = afterReport({ unansweredSince: ago(4 * HOUR) }, AT);
    expect(first).toEqual({ count: 1, usualMs: 4 * HOUR });
    expect(afterReport({ ...first, unansweredSince: ago(8 * HOUR) }, AT)).toEqual({
      ...{ count: 2, usualMs: 5 * HOUR },
    });
    expect(afterReport({ count: 1, usualMs: 4 * HOUR }, AT)).toBeUndefined();
    expect(afterReport({ ...first, unansweredSince: ago(-HOUR) }, AT)).toBeUndefined();
  });
});

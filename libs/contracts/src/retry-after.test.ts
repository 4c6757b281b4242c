import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = new Date('2026-11-01T08:30:00.000Z');

it.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7000],
  ['0007', 7000],
  ['1000000000', 1e12],
  ['Sun, 01 Nov 2026 08:31:30 GMT', 90_000],
  ['Sun, 01 Nov 2026 08:00:00 GMT', 0],
  ['Sunday, 01-Nov-26 08:31:30 GMT', 90_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Sun Nov  1 08:31:30 2026', 90_000],
])('Retry-After is understood as seconds and as a date in all its forms (%s)', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected);
});

it('Retry-After may be larger than any number', () => {
  expect(retryAfterMs('9'.repeat(400), now)).toBe(Number.POSITIVE_INFINITY);
});

it.each([
  undefined,
  '',
  'soon',
  'soon 1',
  '-5',
  '+5',
  '1.5',
  '1e3',
  '0x10',
  '120, 240',
  '2026-11-01T08:31:30Z',
  'Sun, 01 Nov 2026 08:31:30 CET',
  'Sun, 99 Foo 2026 08:31:30 GMT',
  'Sun, 31 Feb 2026 25:31:30 GMT',
])('Retry-After is ignored when it is garbage (%s)', (header) => {
  expect(retryAfterMs(header, now)).toBeUndefined();
});

it('Retry-After never asks for less than nothing, whatever it says', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const ms = retryAfterMs(header, now);
      expect(ms === undefined || ms >= 0).toBe(true);
    }),
  );
});

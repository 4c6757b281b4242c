import { expect, it } from 'vitest';
import { RateGate } from './rate-gate.ts';

const at = (now: { ms: number }) => new RateGate(() => new Date(now.ms));

it('opens again once the time that the platform named is over, and holds only the key it was said to', () => {
  const now = { ms: 0 };
  const gate = at(now);
  expect(gate.note('a', 429, { 'retry-after': '30' })).toBe(30_000);
  expect(gate.waitMs('b')).toBe(0);
  now.ms = 29_999;
  expect(gate.waitMs('a')).toBe(1);
  now.ms = 30_000;
  expect(gate.waitMs('a')).toBe(0);
});

it.each([
  [429, {}, 60_000],
  [429, { 'retry-after': 'Thu, 01 Jan 1970 00:00:10 GMT' }, 10_000],
  [429, { 'retry-after': 'soon' }, 60_000],
  [429, { 'retry-after': '999999999' }, 3_600_000],
  [200, { 'x-ratelimit-remaining': '0' }, 60_000],
  [200, { 'x-ratelimit-remaining': '0', 'retry-after': '5' }, 5000],
  [200, { 'x-ratelimit-remaining': '1' }, 0],
  [200, { 'x-ratelimit-remaining': '' }, 0],
  [200, {}, 0],
])('waits, after a %i with %j, %i ms', (status, headers, waitMs) => {
  expect(at({ ms: 0 }).note('a', status, headers)).toBe(waitMs);
});

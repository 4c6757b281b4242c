import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecentTime } from './call-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the recent time of an account grows with its calls and shrinks by a share of the time since', () => {
  const recent = new RecentTime(0.5);
  expect(recent.add('a', 100)).toBe(100);
  expect(recent.add('a', 100)).toBe(200);
  expect(recent.add('b', 30)).toBe(30);
  vi.advanceTimersByTime(300);
  expect(recent.add('a', 10)).toBe(60);
  vi.advanceTimersByTime(10_000);
  expect(recent.add('a', 5)).toBe(5);
});

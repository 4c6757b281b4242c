import { expect, it } from 'vitest';
import { successRate } from './success-rate.ts';

it.each([
  [0, 0, undefined],
  [4, 0, 1],
  [0, 4, 0],
  [3, 1, 0.75],
  [999_999, 1, 0.999],
  [1, 999_999, 0],
])('the success rate of %d succeeded and %d failed attempts is %s', (succeeded, failed, rate) => {
  expect(successRate({ succeeded, failed })).toBe(rate);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesEvery, roundTop } from './scale.ts';

describe('the scale of a chart', () => {
  it.each([
    [0, 4],
    [4, 4],
    [5, 6],
    [7, 10],
    [11, 20],
    [48, 50],
    [1001, 2000],
  ])('the scale for %i ends at %i', (highest, top) => {
    expect(roundTop(highest)).toBe(top);
  });

  it('the scale covers every value and its half is whole', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (highest) => {
        const top = roundTop(highest);
        expect(top).toBeGreaterThanOrEqual(highest);
        expect(top % 2).toBe(0);
      }),
    );
  });
});

it.each([1, 7, 14, 30, 90])('the dates below %i days of a chart are few enough for a narrow one', (days) => {
  expect(Math.ceil(days / datesEvery(days))).toBeLessThanOrEqual(4);
});

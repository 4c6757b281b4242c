import { describe, expect, it } from 'vitest';
import { localTimeOf, timeOfLocal } from './local-time.ts';

describe('a time in the address of a page', () => {
  it('a time of the address stays the same when the input shows it and it is read from there', () => {
    for (const time of ['2026-03-29T00:30:00.000Z', '2026-10-25T12:00:00.000Z']) {
      expect(timeOfLocal(localTimeOf(time))).toBe(time);
    }
  });

  it('a text that is no time is shown and sent as none', () => {
    expect([localTimeOf('soon'), localTimeOf(''), timeOfLocal('')]).toEqual(['', '', '']);
  });
});

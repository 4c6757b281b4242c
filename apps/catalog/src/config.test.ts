import { describe, expect, it } from 'vitest';
import { placesOfAccount } from './config.ts';

describe('the properties of one account that are worked on at a time', () => {
  it.each([
    { all: 4, wanted: 2, places: 2 },
    { all: 8, wanted: 2, places: 2 },
    { all: 2, wanted: 2, places: 1 },
    { all: 4, wanted: 4, places: 2 },
    { all: 5, wanted: 3, places: 2 },
    { all: 1, wanted: 2, places: 1 },
  ])(
    'the properties of one account that are worked on at a time are $places when $wanted of $all are configured',
    ({ all, wanted, places }) => {
      expect(placesOfAccount({ PROCESSING_CONCURRENCY: all, PROCESSING_ACCOUNT_CONCURRENCY: wanted })).toBe(
        places,
      );
    },
  );
});

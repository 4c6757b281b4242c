import { describe, expect, it } from 'vitest';
import { ALL_PLACES, placesOf } from './places-of.ts';

describe('the places of a call', () => {
  it.each([
    ['a resource', 'GET', {}, 1],
    ['a short page', 'GET', { limit: '25' }, 1],
    ['a long page', 'GET', { limit: '100' }, ALL_PLACES],
    ['a search', 'GET', { q: 'haus', limit: '1' }, ALL_PLACES],
    ['a counted page', 'GET', { count: 'true' }, ALL_PLACES],
    ['a page that is not counted', 'GET', { count: 'false' }, 1],
    ['a change', 'POST', {}, 2],
  ] as const)('the places of %s', (_what, method, query, places) => {
    expect(placesOf({ method }, { query })).toBe(places);
  });
});

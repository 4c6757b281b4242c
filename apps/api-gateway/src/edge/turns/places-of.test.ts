import { describe, expect, it } from 'vitest';
import { WHOLE_SHARE, placesOf } from './places-of.ts';

describe('the places of a call', () => {
  it.each([
    ['a resource', 'GET', {}, 1],
    ['a short page', 'GET', { limit: '25' }, 1],
    ['a long page', 'GET', { limit: '100' }, WHOLE_SHARE],
    ['a search', 'GET', { q: 'haus', limit: '1' }, WHOLE_SHARE],
    ['a counted page', 'GET', { count: 'true' }, WHOLE_SHARE],
    ['a page that is not counted', 'GET', { count: 'false' }, 1],
    ['a change', 'POST', {}, 2],
  ] as const)('the places of %s', (_what, method, query, places) => {
    expect(placesOf({ method }, { query })).toBe(places);
  });
});

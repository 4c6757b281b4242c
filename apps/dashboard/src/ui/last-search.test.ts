import { describe, expect, it } from 'vitest';
import { forgetSearches, keepSearch, withLastSearch } from './last-search.ts';

describe('the way back to a list', () => {
  it('a list that was seen before is gone back to with its last filters', () => {
    keepSearch('/listings', '?state=failed');
    expect(withLastSearch('/listings')).toBe('/listings?state=failed');
    expect(withLastSearch('/listings/1')).toBe('/listings/1');
    expect(withLastSearch('/listings?q=haus')).toBe('/listings?q=haus');
    keepSearch('/listings', '');
    expect(withLastSearch('/listings')).toBe('/listings');
  });

  it('filters of one account are not kept for the next', () => {
    keepSearch('/mails', '?q=groß');
    forgetSearches();
    expect(withLastSearch('/mails')).toBe('/mails');
  });
});

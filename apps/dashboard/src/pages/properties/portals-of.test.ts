import type { PropertyListing } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { blocksOf, ofThese, portalsById } from './portals-of.ts';

const listing = (propertyId: string) => ({ id: `of ${propertyId}`, propertyId }) as PropertyListing;

describe('where the properties of a list are listed', () => {
  it('a property is known to be on no portal only if it was asked about', () => {
    const known = portalsById(['a', 'b'], [listing('a'), listing('a')]);
    expect(known['a']).toHaveLength(2);
    expect(known['b']).toEqual([]);
    expect(known['c']).toBeUndefined();
  });

  it('an earlier answer is used for its own properties, and a later one before it', () => {
    const answers = [
      portalsById(['a', 'b'], [listing('a')]),
      undefined,
      portalsById(['b', 'c'], [listing('b')]),
    ];
    expect(ofThese(['b', 'd'], answers)).toEqual({ b: [listing('b')] });
    expect(ofThese(['a', 'c'], answers)).toEqual({ a: [listing('a')], c: [] });
  });

  it('a list is asked about in blocks, the last one with the rest', () => {
    expect(blocksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(blocksOf([], 2)).toEqual([]);
  });
});

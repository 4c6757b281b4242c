import { describe, expect, it } from 'vitest';
import { changedSince, lastChangeOf } from './feed.ts';

const recent = [
  { id: 'c1', listingId: 'l1' },
  { id: 'c2', listingId: 'l2' },
  { id: 'c3', listingId: 'l1' },
];

describe('the changes of a feed', () => {
  it('the listings of all changes after a known one are named once', () => {
    expect(changedSince({ change: 7, recent }, { id: 'c1', change: 5 })).toEqual(new Set(['l2', 'l1']));
    expect(changedSince({ change: 7, recent }, { id: 'c3', change: 7 })).toEqual(new Set());
    expect(lastChangeOf({ change: 7, recent })).toEqual({ id: 'c3', change: 7 });
  });

  it('changes after one that is not kept are unknown, and so are those of a feed without any', () => {
    expect(changedSince({ change: 7, recent }, { id: 'c0', change: 4 })).toBeUndefined();
    expect(changedSince({ change: 0 }, { id: 'c0', change: 4 })).toBeUndefined();
    expect(lastChangeOf({ change: 0 })).toBeUndefined();
  });

  it('changes that an earlier version counted without naming them make all of them unknown', () => {
    expect(changedSince({ change: 8, recent }, { id: 'c1', change: 5 })).toBeUndefined();
  });
});

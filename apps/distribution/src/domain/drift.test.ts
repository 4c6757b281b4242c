import { describe, expect, it } from 'vitest';
import { driftOf, lookUpAfterFailure, nextLookUp, objectOf } from './drift.ts';
import type { SeenObject } from './remote-object.ts';
import { pendingListing } from './listing.ts';
import type { ListingRecord } from './listing.ts';

const at = new Date('2026-11-01T08:00:00.000Z');
const HOUR = 3_600_000;
const listing = (more: Partial<ListingRecord> = {}): ListingRecord => ({
  ...pendingListing({ id: 'l', accountId: 'a', propertyId: 'p', targetId: 't', requestId: 'r', at }),
  ...{ state: 'live', doneVersion: 1, everUploaded: true, sequence: 1, published: true },
  remote: { objectId: '7' },
  property: {
    externalId: 'P-1',
    type: 'apartmentBuy',
    fields: {} as NonNullable<ListingRecord['property']>['fields'],
    updatedAt: at.toISOString(),
  },
  ...more,
});
const prevented = { published: false, preventPublication: true };
const ended = { published: false, withheld: 'ended' as const, formerObjectId: '5' };
const kindOf = (more: Partial<ListingRecord>, seen: SeenObject) => driftOf(listing(more), seen)?.kind;

describe('what follows from a look', () => {
  it.each([
    ['published', {}, ['as-expected', 'removed', 'repaired']],
    ['stored only', prevented, ['repaired', 'as-expected', 'repaired']],
    ['ended', ended, ['repaired', 'as-expected', 'as-expected']],
    ['published again before', { repairedVersion: 1 }, ['as-expected', 'removed', 'removed']],
    ['published again before a change', { repairedVersion: 0 }, ['as-expected', 'removed', 'repaired']],
    ['due', { dueAt: at }, [undefined, undefined, undefined]],
    ['behind', { doneVersion: 0 }, [undefined, undefined, undefined]],
    [
      'failed',
      { lastError: { failureCode: 'internal', failureMessage: '', at } },
      [undefined, undefined, undefined],
    ],
    ['being taken down', { state: 'deleted' }, [undefined, undefined, undefined]],
  ] as const)('a listing that is %s and shown, hidden or missing', (_name, more, kinds) => {
    expect((['shown', 'hidden', 'missing'] as const).map((seen) => kindOf(more, seen))).toEqual(kinds);
  });

  it('an object that is looked for has the id that the platform gave it, also after it was taken down', () => {
    expect(objectOf(listing())).toEqual({ objectId: '7', type: 'apartmentBuy' });
    expect(objectOf(listing(ended))).toEqual({ objectId: '5', type: 'apartmentBuy' });
    expect(objectOf(listing({ published: false, withheld: 'ended' }))).toBeUndefined();
  });
});

describe('when the next portion is looked at', () => {
  const after = (count: number, limits = { everyMs: 24 * HOUR, perHour: 600 }) =>
    (nextLookUp(at, count, limits).getTime() - at.getTime()) / HOUR;

  it('portions are spread over the interval, within the limit of an hour', () => {
    expect([0, 25, 26, 300].map((count) => after(count))).toEqual([24, 24, 12, 2]);
    expect(after(1_000_000)).toBe(25 / 600);
    expect(after(1, { everyMs: 1, perHour: 1 })).toBe(25);
  });

  it('a failure waits a quarter of an hour, or as long as the platform asks', () => {
    const waits = [0, HOUR].map((ms) => lookUpAfterFailure(at, ms).getTime() - at.getTime());
    expect(waits).toEqual([HOUR / 4, HOUR]);
  });
});

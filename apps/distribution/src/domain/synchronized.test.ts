import { describe, expect, it } from 'vitest';
import { pendingListing } from './listing.ts';
import type { ListingRecord } from './listing.ts';
import { synchronizedOf } from './synchronized.ts';

const at = new Date('2026-11-01T08:30:00.000Z');
const ids = { id: 'l', accountId: 'a', propertyId: 'p', targetId: 't' };
const listing = (changes: Partial<ListingRecord>): ListingRecord => {
  const { dueAt: _dueAt, ...sent } = pendingListing({ ...ids, requestId: 'r', at });
  return { ...sent, state: 'live', ...changes };
};
const mark = { token: 'm', requestId: 'r' };
const lastError = { failureCode: 'connection_lost' as const, failureMessage: 'It is busy.', at };

describe('what became of a listing that was to be sent again', () => {
  it.each([
    ['succeeded', listing({}), {}],
    ['pending', listing({ dueAt: at }), {}],
    ['pending', listing({ dueAt: at, lastError }), {}],
    ['pending', listing({}), { republish: mark }],
    ['pending', listing({}), { fullTransfer: { ...mark, mayRemove: 0 } }],
    ['failed', listing({ lastError }), {}],
    ['skipped', listing({ withheld: 'scheduled' }), {}],
    ['skipped', listing({ state: 'deleted' }), {}],
    ['skipped', undefined, {}],
    ['skipped', listing({}), null],
  ])('a listing is %s as it and its target say', (state, record, target) => {
    expect(synchronizedOf(record, target).state).toBe(state);
  });

  it('a listing that failed has the reason of the attempt', () => {
    expect(synchronizedOf(listing({ lastError }), {}).reason).toEqual({
      code: 'connection_lost',
      message: 'It is busy.',
    });
  });
});

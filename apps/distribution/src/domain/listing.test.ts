import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import { describe, expect, it } from 'vitest';
import { byAttemptThenDue, nextAttempt } from './publication.ts';
import { isFirstTime, listingResource, nextIntent, pendingListing } from './listing.ts';

const at = new Date('2026-11-01T08:00:00.000Z');
const listing = pendingListing({
  id: 'd1a2b3c4e5f6g7h8i9j0',
  accountId: 'd1a2b3c4e5f6g7h8i9ja',
  propertyId: 'd1a2b3c4e5f6g7h8i9j1',
  targetId: 'd1a2b3c4e5f6g7h8i9j2',
  requestId: 'r-1',
  at,
});
const schedule = { delaysMs: [1000], random: () => 0.5 };

describe('the package of a publication', () => {
  const intent = { version: 1, sequence: 4, at };
  const later = new Date(at.getTime() + 60_000);

  it('a package of the same version has the same sequence and time again', () => {
    expect(nextIntent({ ...listing, sequence: 4, intent }, later)).toEqual(intent);
  });

  it('a package of a newer version has the next sequence', () => {
    const wanted = { ...listing.wanted, version: 2 };
    const next = nextIntent({ ...listing, wanted, sequence: 4, intent }, later);
    expect(next).toEqual({ version: 2, sequence: 5, at: later });
  });

  it('a publication counts as the first one until one was confirmed', () => {
    expect(isFirstTime({ ...listing, everUploaded: true })).toBe(true);
    expect(isFirstTime({ ...listing, lastPublishedAt: at, publishedRevision: 1 })).toBe(false);
  });
});

describe('a failed attempt', () => {
  const failure = { code: 'connection_lost' as const, message: 'lost', repeat: true };

  it('a failed attempt is retried while the schedule has a pause left', () => {
    expect(nextAttempt({ attempt: 0 }, failure, { schedule, now: at })).toEqual({
      attempt: 1,
      dueAt: new Date(at.getTime() + 1000),
    });
  });

  it('a failed attempt is the last one when no pause is left, or when a retry cannot help', () => {
    expect(nextAttempt({ attempt: 1 }, failure, { schedule, now: at })).toBeUndefined();
    expect(nextAttempt({ attempt: 0 }, { ...failure, repeat: false }, { schedule, now: at })).toBeUndefined();
  });

  it('a listing with failed attempts is ordered behind those that have not failed', () => {
    const failing = { ...listing, attempt: 2, dueAt: at };
    const fresh = { ...listing, _id: 'd1a2b3c4e5f6g7h8i9j9', dueAt: new Date(at.getTime() + 5) };
    expect([failing, fresh].sort(byAttemptThenDue)).toEqual([fresh, failing]);
  });
});

describe('the listing resource', () => {
  it('the listing resource shows nothing of how the listing is published', () => {
    expect(Object.keys(listingResource(listing)).sort()).toEqual([
      'attemptCount',
      'createdAt',
      'id',
      'propertyId',
      'published',
      'state',
      'targetId',
      'updatedAt',
    ]);
  });

  it('the listing resource names the property, the failed attempts and the next one', () => {
    const summary = { externalId: 'P-1', title: 'Haus', city: 'Ulm', type: 'houseBuy' as const };
    const due = { ...listing, summary, attempt: 2, dueAt: at };
    expect(listingResource(due)).toMatchObject({
      property: { externalId: 'P-1', title: 'Haus' },
      state: 'pending',
      attemptCount: 2,
      nextAttemptAt: at.toISOString(),
    });
    const paused = { by: 'operator' as const, at: at.toISOString(), message: 'x' };
    expect(listingResource(due, paused)).toMatchObject({ state: 'paused', paused });
    expect(listingResource(due, paused)).not.toHaveProperty('nextAttemptAt');
  });

  it('the listing resource of a listing without a summary has the external id that was sent', () => {
    const property = { externalId: 'P-1', type: 'houseBuy' as const, fields: EXAMPLE_FIELDS, updatedAt: '' };
    expect(listingResource({ ...listing, property }).property).toEqual({ externalId: 'P-1' });
  });
});

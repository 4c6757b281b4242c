import type { TimelineEntry } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { messageIn } from '../text/messages.ts';
import { placeOfEntry, titleOf, toneOf } from './entry-words.ts';

const at = '2026-11-01T08:30:00.000Z';
const ids = { listingId: 'l', propertyId: 'p', targetId: 't' };
type Attempt = Extract<TimelineEntry, { kind: 'publication_attempt' }>;
type Happened = Extract<TimelineEntry, { kind: 'event' }>;

const attempt = (id: string, part: Partial<Attempt> = {}): Attempt => ({
  id,
  at,
  kind: 'publication_attempt',
  ...ids,
  targetType: 'immowelt',
  operation: 'set',
  outcome: 'succeeded',
  durationMs: 12,
  ...part,
});
const event = (id: string, eventName: Happened['eventName'], part: Partial<Happened> = {}): Happened => ({
  id,
  at,
  kind: 'event',
  eventId: id,
  eventName,
  ...ids,
  deliveries: [],
  ...part,
});
const title = (entry: TimelineEntry) => {
  const key = titleOf(entry);
  return key && messageIn('en', key);
};

describe('the words of a timeline', () => {
  it.each(['set', 'delete'] as const)('every outcome of an attempt to %s has words', (operation) => {
    for (const outcome of ['succeeded', 'retry', 'failed', 'internal_error', 'interrupted'] as const) {
      expect(title(attempt('1', { operation, outcome })), outcome).toBeTypeOf('string');
    }
  });

  it('an entry of a kind that is newer than the page has no words and no listing is made up for it', () => {
    const entry = { id: '1', at, kind: 'moon_landing', ...ids } as unknown as TimelineEntry;
    expect(titleOf(entry)).toBeUndefined();
  });

  it('an answer of a portal is called by its state, and bad news look bad', () => {
    type Answer = Extract<TimelineEntry, { kind: 'listing_answered' }>;
    const said: Pick<Answer, 'messages' | 'source'> = { source: 'email', messages: [] };
    const answer = { id: '1', at, kind: 'listing_answered' as const, ...ids, ...said };
    expect(title({ ...answer, state: 'rejected' })).toBe('Rejected by the portal');
    const tones = (['confirmed', 'rejected', 'removed', 'unknown'] as const).map((state) =>
      toneOf({ ...answer, state }),
    );
    expect(tones).toEqual(['good', 'bad', 'bad', '']);
  });

  it('an update without changes is called so', () => {
    const entry = { id: '1', at, kind: 'property_updated', propertyId: 'p', revision: 2 } as const;
    expect(title({ ...entry, changed: [] })).toBe('Property sent again without changes');
    expect(title({ ...entry, changed: ['fields.title'] })).toBe('Property changed');
  });

  it('the event of a listing that was taken down is called so, and that of its publication is not', () => {
    expect(title(event('1', 'publication.succeeded', { operation: 'delete' }))).toBe('Taken down');
    expect(title(event('1', 'publication.succeeded', { operation: 'set' }))).toBe('Publication succeeded');
    expect(title(event('1', 'publication.succeeded'))).toBe('Publication succeeded');
  });

  it('the event of a failed take-down is not called a failed publication', () => {
    expect(title(event('1', 'publication.failed', { operation: 'delete' }))).toBe('Taking down failed');
    expect(title(event('1', 'publication.failed', { operation: 'set' }))).toBe('Publication failed');
  });

  it('the tone of an entry says whether it is good or bad news', () => {
    expect(toneOf(attempt('1'))).toBe('good');
    expect(toneOf(attempt('1', { outcome: 'retry' }))).toBe('bad');
    expect(toneOf(event('1', 'publication.failed'))).toBe('bad');
    expect(toneOf(event('1', 'webhook.disabled'))).toBe('bad');
    expect(toneOf(event('1', 'request.created'))).toBe('good');
    expect(toneOf({ id: '1', at, kind: 'listing_created', ...ids })).toBe('');
  });
});

describe('the links of a timeline', () => {
  const listed: TimelineEntry = { id: '1', at, kind: 'listing_created', ...ids };
  const removed: TimelineEntry = { id: '9', at, kind: 'property_deleted', propertyId: 'p' };

  it('an entry of a listing leads to the listing while it exists, else to its property while that exists', () => {
    const down = attempt('8', { operation: 'delete' });
    expect(placeOfEntry(listed, [listed])).toBe('/listings/l');
    expect(placeOfEntry(listed, [attempt('8', { operation: 'delete', outcome: 'retry' }), listed])).toBe(
      '/listings/l',
    );
    expect(placeOfEntry(listed, [down, listed])).toBe('/properties/p');
    expect(placeOfEntry(listed, [removed, down, listed])).toBeUndefined();
  });

  it('an event leads to what it is about', () => {
    const place = (entry: Happened) => placeOfEntry(entry, [entry]);
    const bare = { listingId: undefined, targetId: undefined };
    expect(place(event('1', 'publication.failed'))).toBe('/listings/l');
    expect(place(event('1', 'property.processing_failed', bare))).toBe('/properties/p');
    expect(place(event('1', 'request.created', bare))).toBe('/events?type=request.created&propertyId=p');
    expect(place(event('1', 'target.paused', { listingId: undefined, propertyId: undefined }))).toBe(
      '/targets/t',
    );
  });

  it('a request leads to its page', () => {
    const entry: TimelineEntry = {
      id: '1', at, kind: 'request', contactRequestId: 'r', mailId: 'm', targetId: 't',
    }; // oxfmt-ignore
    expect(placeOfEntry(entry, [entry])).toBe('/requests/r');
  });
});

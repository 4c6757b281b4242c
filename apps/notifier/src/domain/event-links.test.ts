import { EVENTS, EVENT_NAMES } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { eventLinks } from './event-links.ts';

const EXAMPLE_ID = 'd1a2b3c4e5f6g7h8i9j0';
const ids = { propertyId: EXAMPLE_ID, listingId: EXAMPLE_ID, targetId: EXAMPLE_ID };
const { propertyId, targetId } = ids;

const EXPECTED = {
  'request.created': { propertyId, targetId },
  'publication.succeeded': ids,
  'publication.failed': ids,
  'property.processing_succeeded': { propertyId },
  'property.processing_failed': { propertyId },
  'request.parsing_failed': { targetId },
  'target.failing': { targetId },
  'target.paused': { targetId },
  'webhook.failing': {},
  'webhook.disabled': {},
  'account.closed': {},
  'import.finished': {},
  'publication.rejected': ids,
  'publication.confirmed': ids,
  'target.silent': { targetId },
};

describe('the links of an event', () => {
  it.each(EVENT_NAMES)('the links of a %s event are the ids of its payload', (name) => {
    expect(eventLinks(name, { ...(EVENTS[name].example as object) })).toEqual(EXPECTED[name]);
  });

  it('the links of an event of a later version are the ids of its payload', () => {
    expect(eventLinks('property.sold', { ...ids, id: 'other', price: 1 })).toEqual(ids);
  });

  it('the links of an event leave out what is no id', () => {
    const payload = { propertyId: 7, listingId: 'x', targetId: { $gt: '' } };
    expect(eventLinks('publication.failed', payload)).toEqual({});
    expect(eventLinks('constructor', payload)).toEqual({});
  });
});

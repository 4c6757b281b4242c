import { EVENTS, EVENT_NAMES } from '@estate/contracts';
import type { EventName } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { eventLinks } from './event-links.ts';

const EXAMPLE_ID = 'd1a2b3c4e5f6g7h8i9j0';
const ids = { propertyId: EXAMPLE_ID, listingId: EXAMPLE_ID, targetId: EXAMPLE_ID };
const { propertyId, targetId } = ids;

const EXPECTED = {
  'request.created': { propertyId, targetId },
  'publication.failed': ids,
  'property.processing_failed': { propertyId },
  'request.parsing_failed': { targetId },
  'target.failing': { targetId },
} as const;
const linksOfExample = (name: EventName) => eventLinks(name, { ...(EVENTS[name].example as object) });

describe('the links of an event', () => {
  it.each(Object.entries(EXPECTED))('the links of a %s event are the ids of its payload', (name, links) => {
    expect(linksOfExample(name as EventName)).toEqual(links);
  });

  it('only events about accounts, imports and webhooks have no links', () => {
    const without = EVENT_NAMES.filter((name) => Object.keys(linksOfExample(name)).length === 0);
    expect(without.toSorted()).toEqual([
      'account.closed',
      'import.finished',
      'webhook.disabled',
      'webhook.failing',
    ]);
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
